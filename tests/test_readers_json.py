"""JSON: the shapes that rules come in, each with every rule under its number."""

import json
import re
from typing import Any

import pytest

from kb.errors import BadDocument
from kb.models import Line, Source
from kb.readers import json as reader
from kb.recognise import recognise

SOURCE = Source("demo", "core", "Core", "rules", "core.json", "1")


def lines(value: Any, indent: int | None = None) -> tuple[Line, ...]:
    text = value if isinstance(value, str) else json.dumps(value, indent=indent, ensure_ascii=False)
    return reader.read(SOURCE, text.encode()).lines


def shown(value: Any) -> list[tuple[str, str, str]]:
    return [(line.role, line.number, line.text) for line in lines(value)]


def test_a_flat_list_with_children_by_id_and_examples():
    rules = [
        {"id": "move", "nr": "1", "type": "section", "text": "Movement", "children": ["walk"]},
        {
            "id": "walk",
            "nr": "1.1",
            "type": "rule",
            "text": "Robots walk.",
            "children": ["far"],
            "examples": ["One walks."],
        },
        {"id": "far", "nr": "1.1a", "type": "rule", "text": "Cats walk further.", "children": [], "examples": []},
    ]
    assert shown(rules) == [
        ("heading", "1", "Movement"),
        ("text", "1.1", "Robots walk."),
        ("text", "", "Example: One walks."),
        ("text", "1.1a", "Cats walk further."),
    ]


def test_chapters_of_rules_by_number_keep_repeated_keys():
    text = '{"1.Movement": {"1.1.": "Robots walk.", "1.1.": "Cats walk."}, "2. Combat": {"2.1": {"text": "Fight."}}}'
    assert shown(text) == [
        ("heading", "", "1. Movement"),
        ("text", "1.1", "Robots walk."),
        ("text", "1.1", "Cats walk."),
        ("heading", "", "2. Combat"),
        ("text", "2.1", "Fight."),
    ]


def test_nested_sections_with_titles_whatever_the_fields_are_called():
    rules = {
        "title": "Cats and Robots",
        "version": "2.0",
        "chapters": [
            {
                "heading": "Movement",
                "ruleNumber": "4",
                "subsections": [
                    {"ruleNumber": "4.1", "heading": "Walking", "body": "Robots walk two spaces.\nCats walk three."},
                    {"ruleNumber": "4.2", "body": "Nobody flies over the wall.", "note": "Except birds of prey."},
                ],
            }
        ],
        "glossary": [{"term": "Nap", "definition": "What a cat does."}],
    }
    assert shown(rules) == [
        ("heading", "", "Cats and Robots"),
        ("text", "", "Version: 2.0"),
        ("heading", "4", "Movement"),
        ("heading", "4.1", "Walking"),
        ("text", "", "Robots walk two spaces."),
        ("text", "", "Cats walk three."),
        ("text", "4.2", "Nobody flies over the wall."),
        ("text", "", "Note: Except birds of prey."),
        ("heading", "", "Glossary"),
        ("heading", "", "Nap"),
        ("text", "", "What a cat does."),
    ]


def test_slugs_that_name_sections_are_no_titles_where_the_section_has_one():
    rules = {
        "movement": {"title": "Movement", "rules": ["Robots walk.", "Cats nap."]},
        "war": {"title": "War", "rules": ["No."]},
    }
    assert [text for _, _, text in shown(rules)] == ["Movement", "Robots walk.", "Cats nap.", "War", "No."]


def test_numbers_keep_their_written_form():
    assert [line.number for line in lines('[{"number": 1.10, "text": "Ten."}, {"number": 1.9, "text": "Nine."}]')] == [
        "1.10",
        "1.9",
    ]


def test_rows_of_number_and_text():
    assert shown([["1.1", "Robots walk."], ["1.2", "Cats nap.", "Always."]]) == [
        ("text", "1.1", "Robots walk."),
        ("text", "1.2", "Cats nap."),
        ("text", "", "Always."),
    ]


def test_numbers_in_brackets_and_letters_count_within_the_record_above():
    points = [{"letter": "a", "text": "short, or"}, {"letter": "b", "text": "long."}]
    naps = [{"number": "(1)", "text": "A cat may nap."}, {"number": "(2)", "text": "A nap is:", "points": points}]
    act = {"title": "Act", "articles": [{"article": "1", "heading": "Naps", "paragraphs": naps}, {"article": "2"}]}
    assert shown(act) == [
        ("heading", "", "Act"),
        ("heading", "1", "Naps"),
        ("text", "1(1)", "A cat may nap."),
        ("text", "1(2)", "A nap is:"),
        ("text", "1(2)(a)", "short, or"),
        ("text", "1(2)(b)", "long."),
    ]
    assert shown([{"letter": "a", "text": "A cat naps."}]) == [("text", "", "Letter: a"), ("text", "", "A cat naps.")]


def test_chapters_number_their_sections_where_each_has_its_own():
    def sections(*titles: str) -> list[dict[str, Any]]:
        return [{"section": n, "title": title, "content": "Cats."} for n, title in enumerate(titles, 1)]

    book = [
        {"chapter": 1, "title": "Setup", "sections": sections("Board", "Cards")},
        {"chapter": 2, "title": "Turn", "sections": sections("Draw")},
    ]
    assert [(line.number, line.text) for line in lines(book) if line.role == "heading"] == [
        *(("1", "Setup"), ("1.1", "Board"), ("1.2", "Cards"), ("2", "Turn"), ("2.1", "Draw")),
    ]
    flat = [{"chapter": n, "text": f"Cats of chapter {n} nap."} for n in (1, 1, 2, 2)]
    assert {line.number for line in lines(flat)} == {""}


def test_a_part_that_is_no_number_stands_before_its_title():
    sections = [{"num": f"{n}.", "heading": "Naps", "content": {"p": "A cat naps."}} for n in (1, 2, 3)]
    body = {"part": [{"num": "Part I", "heading": "Cats", "section": sections}]}
    assert shown(body)[:3] == [("heading", "", "Part I Cats"), ("heading", "1", "Naps"), ("text", "", "A cat naps.")]


def test_short_words_beside_a_rule_are_no_rules():
    rules = [
        {"number": "1.1", "text": "Robots walk on floors.", "labels": ["V5", "Errata"]},
        {"number": "1.2", "text": "Cats nap on robots.", "labels": ["V6"], "seeAlso": ["B12", ""]},
    ]
    assert shown(rules) == [
        ("text", "1.1", "Robots walk on floors."),
        ("text", "", "Labels: V5, Errata"),
        ("text", "1.2", "Cats nap on robots."),
        ("text", "", "Labels: V6"),
        ("text", "", "See also: B12"),
    ]


def test_short_words_beside_the_text_of_a_row_are_no_row():
    rows = [["1.1", "Robots walk on floors.", ["V5", "Errata"]], ["1.2", "Cats nap on robots.", []]]
    assert shown(rows) == [
        ("text", "1.1", "Robots walk on floors."),
        ("text", "", "V5, Errata"),
        ("text", "1.2", "Cats nap on robots."),
    ]
    assert shown({"1.1": ["Cats nap.", ["V5", "Errata"]]}) == [("item", "1.1", "Cats nap."), ("text", "", "V5, Errata")]


def test_rows_below_a_row_are_its_rules():
    assert shown([["1", "Movement", [["1.1", "Robots walk on floors."]]]]) == [
        ("text", "1", "Movement"),
        ("text", "1.1", "Robots walk on floors."),
    ]


def test_records_with_nothing_but_a_name_are_words_of_the_record_they_stand_in():
    spell = {
        "name": "Purr",
        "school": {"index": "calm", "name": "Calming Sounds", "url": "/calm"},
        "classes": [{"id": 7, "name": "Cat"}, {"id": 8, "name": "Lynx"}],
        "text": "Every dog within reach falls asleep.",
    }
    assert [(line.role, line.text) for line in lines([spell, {**spell, "name": "Hiss"}])][:4] == [
        ("heading", "Purr"),
        ("text", "School: Calming Sounds"),
        ("text", "Classes: Cat, Lynx"),
        ("text", "Every dog within reach falls asleep."),
    ]


def test_what_needs_a_heading_of_its_own_stands_below_the_record_and_after_its_words():
    robot = {
        "name": "Robot",
        "repair": {"by_level": {"2": "4d4", "3": "5d4 + 1"}, "note": "Repairs take one hour."},
        "text": "A robot walks on any floor.",
    }
    assert [(line.level, line.text) for line in lines([robot, robot])] == [
        (1, "Robot"),
        (0, "A robot walks on any floor."),
        (2, "Repair"),
        (0, "By level: 2: 4d4; 3: 5d4 + 1"),
        (0, "Note: Repairs take one hour."),
    ] * 2


def test_names_and_figures_are_a_line_of_the_record_they_stand_in():
    robot = {
        "name": "Robot",
        "speed": {"walk": "10 ft.", "fly": 30},
        "damage": [{"type": {"name": "Cold"}, "dice": {"2": "4d4", "3": "5d4"}}, {"dice": "1d6", "url": "/d6"}],
        "parts": [{"number": "1.1", "name": "Arm"}],
    }
    assert [(line.role, line.number, line.text) for line in lines([robot])] == [
        ("heading", "", "Robot"),
        ("text", "", "Speed: walk: 10 ft.; fly: 30"),
        ("text", "", "Damage: type: Cold, dice: 2: 4d4, 3: 5d4; dice: 1d6"),
        ("heading", "1.1", "Arm"),
    ]


def test_lines_that_every_record_has_are_no_contents():
    fields = {"range": "60 feet", "casting": "1 action", "school": "Naps", "save": "None"}
    spells = [{"name": f"Spell {word}", **fields} for word in ("One", "Two", "Three", "Four")]
    spells += [{"name": f"No {key}", key: fields[key], "text": "Every cat naps."} for key in fields]
    document = reader.read(SOURCE, json.dumps(spells).encode())
    assert not recognise(document).asides


def test_figures_that_rise_and_fall_number_nothing():
    cats = [{"name": name, "lives": lives} for name, lives in (("Tom", 9), ("Kit", 4), ("Fay", 7), ("Moo", 2))]
    assert {line.number for line in lines(cats)} == {""}
    assert [line.number for line in lines([{**cat, "lives": n} for n, cat in enumerate(cats, 3)])] == list("3456")


def test_markdown_in_a_string_gives_headings_and_tables_below_the_title():
    page = {"name": "Walls", "desc": "## Walls\n\nThey stand.\n\n### Gates\n\n| Gate | Width |\n|---|---|\n| Low | 2 |"}
    assert [
        (line.role, line.level, line.text) for line in lines([page, {"name": "Moats", "desc": "*Wet.* Deep."}])
    ] == [
        ("heading", 1, "Walls"),
        ("heading", 2, "Walls"),
        ("text", 0, "They stand."),
        ("heading", 3, "Gates"),
        ("row", 0, "Gate | Width"),
        ("row", 0, "Low | 2"),
        ("heading", 1, "Moats"),
        ("text", 0, "Wet. Deep."),
    ]


def test_a_long_text_in_lines_is_read_as_text_and_needs_no_label():
    rows = [
        "1. Naps",
        "",
        *["Every cat naps where it likes and for as long as it", "likes, by day and by night and on every robot, see"]
        * 5,
    ]
    rows += ["section", "2 of the other book."]
    found = lines([{"title": "Cats", "licenseText": "\n".join(rows)}, {"title": "Dogs", "licenseText": "None."}])
    assert [(line.role, line.starts, line.text) for line in found][:5] == [
        ("heading", True, "Cats"),
        ("text", True, "1. Naps"),
        ("text", True, "Every cat naps where it likes and for as long as it"),
        ("text", False, "likes, by day and by night and on every robot, see"),
        ("text", False, "Every cat naps where it likes and for as long as it"),
    ]
    assert [(line.starts, line.text) for line in found][-3:] == [
        (False, "2 of the other book."),
        (True, "Dogs"),
        (True, "License text: None."),
    ]


def test_references_in_brackets_reach_letters_and_digits_printed_without():
    naps = "a. Naps:\n\n1. by day,\n\n2. by night as in Section 2(a)(1).\n\nb. Meals as in Section 2(a)(2)."
    words = "a. Cats nap.\n\nb. Dogs do as in Section 1(a)."
    texts = {"Section 1. Words": words, "Section 2. Scope": naps, "Section 3. End": "See Section 2(b)."}
    document = reader.read(SOURCE, json.dumps([{"title": t, "text": text} for t, text in texts.items()]).encode())
    found = {rule.number: rule.refs for rule in recognise(document).rules if rule.refs}
    assert found == {"1b": ("1a",), "2a2": ("2a1",), "2b": ("2a2",), "3": ("2b",)}


def test_blocks_of_html_in_a_string_keep_what_they_are():
    page = {
        "name": "Walls",
        "html": "<h2>Gates</h2><p>Two.</p><table><tr><td>Low</td><td>2</td></tr></table><ul><li>Open</li></ul>",
    }
    assert [(line.role, line.level, line.text) for line in lines([page, {"name": "Moats"}])] == [
        ("heading", 1, "Walls"),
        ("heading", 2, "Gates"),
        ("text", 0, "Two."),
        ("row", 0, "Low | 2"),
        ("item", 1, "Open"),
        ("heading", 1, "Moats"),
    ]


def test_a_table_whose_rows_are_a_string_each_is_one_table():
    spell = {"name": "Nap", "desc": ["Cats nap.", "| Roll | Hours |", "|---|---|", "| 1 | 12 |", "Then they eat."]}
    assert [(line.role, line.text) for line in lines([spell])] == [
        ("heading", "Nap"),
        ("text", "Cats nap."),
        ("row", "Roll | Hours"),
        ("row", "1 | 12"),
        ("text", "Then they eat."),
    ]


def test_numbers_that_count_within_their_section_are_joined_with_its_number():
    rules = [
        {
            "number": 1,
            "title": "Move",
            "rules": [{"number": 1, "text": "Robots walk."}, {"number": 2, "text": "Cats run."}],
        },
        {
            "number": 2,
            "title": "Rest",
            "rules": [{"number": 1, "text": "Cats nap.", "rules": [{"number": 1, "text": "Long."}]}],
        },
    ]
    assert [(line.number, line.text) for line in lines(rules)] == [
        *(("1", "Move"), ("1.1", "Robots walk."), ("1.2", "Cats run.")),
        *(("2", "Rest"), ("2.1", "Cats nap."), ("2.1.1", "Long.")),
    ]


def test_sub_rules_by_letter():
    rules = {"4": {"4.1": "Cats nap.", "4.2": {"a": "Run.", "b": "Rest."}}}
    assert [(line.number, line.text) for line in lines(rules)] == [
        ("4.1", "Cats nap."),
        ("4.2a", "Run."),
        ("4.2b", "Rest."),
    ]


def test_numbers_of_pages_and_order_are_no_rule_numbers():
    rules = [
        {"order": 3, "page": 12, "id": "7.2", "text": "Robots walk."},
        {"order": 4, "page": 13, "id": "7.3", "text": "Cats nap."},
    ]
    assert [line.number for line in lines(rules)] == ["7.2", "7.3"]


def test_questions_and_answers():
    rules = [{"question": "May a cat fly?", "answer": "No cat may fly."}]
    assert [line.text for line in lines(rules)] == ["Q: May a cat fly?", "A: No cat may fly."]


def test_markup_in_strings_is_read():
    rules = [{"nr": "1.1", "text": "<p>Robots <b>walk</b>.</p><ul><li>Far &amp; wide</li></ul>"}]
    assert [(line.number, line.text) for line in lines(rules)] == [("1.1", "Robots walk."), ("", "Far & wide")]


def test_emphasis_and_links_in_strings_show_their_words():
    rules = [{"nr": "1.1", "text": "**Robots** walk, see [rule 1.2](#r12), gain [M](R) or **2 * 3** (all)."}]
    assert [line.text for line in lines(rules)] == ["Robots walk, see rule 1.2, gain [M](R) or **2 * 3** (all)."]


def test_lines_of_the_file_are_kept_also_in_json_lines():
    rules = [{"nr": "1.1", "text": 'Say "meow".'}, {"nr": "1.2", "text": "Ca\u00f1on \\ wall."}]
    assert [line.line for line in lines(rules, indent=1)] == [4, 8]
    text = "\n".join(json.dumps(rule) for rule in rules) + "\n"
    assert [(line.line, line.number) for line in lines(text)] == [(1, "1.1"), (2, "1.2")]


def test_no_language_is_lost():
    rules = {
        "meta": {"author": "The people of the cat house", "tags": ["x"]},
        "rules": [{"id": "1.1", "kind": "r", "text": "A b c d.", "see_also": ["rule 1.2 of this book"]}],
        "odd": {"deep": [[{"1.2": "Robots rest here."}], "Loose words at last."]},
    }
    wordy = [text for text in re.findall(r'"([^"]*)"', json.dumps(rules)) if text.count(" ") > 1]
    everything = "\n".join(line.text for line in lines(rules))
    assert [text for text in wordy if text not in everything] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"core\.json, line 1, column 1: it is no JSON"),
        ('{"a": "b"', r"core\.json, line 1, column 10: it is no JSON"),
        ('[{"text": "one"},\n {"text": two}]', r"core\.json, line 2, column 11"),
        ('{"text": "one"}\n{"text": "two"\n', r"core\.json, line 2, column \d+"),
        ("[" * 100_000, "nested deeper than 64 levels"),
        ("[" * 80 + '"x"' + "]" * 80, "nested deeper than 64 levels"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "nested deeper than 64 levels"),
        ("[]", "it holds no text"),
        ('{"id": 7, "ok": true}', "it holds no text"),
    ],
)
def test_bad_documents_are_refused_with_their_place(text: str, message: str):
    with pytest.raises(BadDocument, match=message):
        lines(text)


def test_tables_are_rows_with_their_header():
    rules = {
        "rules": [
            {
                "number": "1",
                "body": "Leaves float.",
                "table": {"columns": ["Leaf", "Size"], "rows": [["Lily", 3], ["Fern", 5]]},
            },
            {"number": "2", "body": "Frogs jump.", "jumps": [{"frog": "Tim", "far": 2}, {"frog": "Ann", "far": 4}]},
            {"number": "3", "body": "It ends.", "notes": [{"frog": "Tim", "text": "He may not swim at night."}]},
        ]
    }
    assert shown(rules) == [
        ("text", "1", "Leaves float."),
        ("text", "", "Table"),
        ("row", "", "Leaf | Size"),
        ("row", "", "Lily | 3"),
        ("row", "", "Fern | 5"),
        ("text", "2", "Frogs jump."),
        ("text", "", "Jumps"),
        ("row", "", "Frog | Far"),
        ("row", "", "Tim | 2"),
        ("row", "", "Ann | 4"),
        ("text", "3", "It ends."),
        ("heading", "", "Notes"),
        ("text", "", "Frog: Tim"),
        ("text", "", "He may not swim at night."),
    ]


def test_a_table_whose_rows_do_not_fit_its_columns_is_none():
    torn = {
        "rules": [{"number": "1", "body": "Leaves float.", "table": {"columns": ["Leaf", "Size"], "rows": [["Lily"]]}}]
    }
    assert not any(role == "row" for role, _number, _text in shown(torn))


def test_a_capital_over_numbers_that_begin_with_it_is_their_chapter():
    chapters = [
        {"id": "A", "name": "Cats", "rules": [{"id": "A1", "text": "They nap."}, {"id": "A2", "text": "See B1 too."}]},
        {"id": "B", "name": "Dogs", "rules": [{"id": "B1", "text": "They bark."}]},
    ]
    found = [(line.number, line.role, line.text) for line in lines({"chapters": chapters})]
    assert found == [
        ("A", "heading", "Cats"),
        ("A1", "text", "They nap."),
        ("A2", "text", "See B1 too."),
        ("B", "heading", "Dogs"),
        ("B1", "text", "They bark."),
    ]
