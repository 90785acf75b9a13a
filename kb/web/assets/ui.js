// What the Streamlit page does in the browser: copying, the keyboard, lazy folds, touch, and one history entry a question.
"use strict";
const box = () => document.querySelector('[data-testid="stTextInput"] input');
const cards = () => [...document.querySelectorAll(".kb .card")];
const toast = document.createElement("div");
toast.id = "kb-toast";
toast.setAttribute("role", "status");
document.body.append(toast);

function say(text) {
  toast.textContent = text;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { toast.textContent = ""; }, 2500);
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Plain HTTP on a local network has no clipboard API: the old way still works there.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(what + " copied");
}

// Percent-encoded, because the sanitizer drops attributes that hold mark-up. What was rendered knows no origin.
const plain = (text) => decodeURIComponent(text).replaceAll("{origin}", location.origin);

function ask(question) {
  const input = box();
  if (!input) return;
  input.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, question);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", keyCode: 13, bubbles: true }));
}

let touched = null;
let tapped = null;
document.addEventListener("pointerdown", (event) => { touched = event.pointerType; }, true);

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (button) return void copy(plain(button.dataset.copy), button.dataset.what);
  const example = event.target.closest?.("a[data-ask]");
  if (example && box()) { event.preventDefault(); return void ask(example.dataset.ask); }
  const reference = event.target.closest?.(".ref > a");
  // Touch has no hover: the first tap shows the rule, the second follows the link.
  if (reference && touched === "touch" && reference !== tapped) { event.preventDefault(); reference.focus(); }
  tapped = reference;
});


document.addEventListener("toggle", async (event) => {
  const fold = event.target;
  if (!fold.open || !fold.dataset?.src || fold.dataset.loaded) return;
  fold.dataset.loaded = "1";
  const place = fold.querySelector("[data-into]");
  try {
    const response = await fetch(fold.dataset.src);
    if (!response.ok) throw new Error(response.statusText);
    place.innerHTML = await response.text();
  } catch {
    place.textContent = "The server did not answer. Open the rule's page instead.";
    delete fold.dataset.loaded;
  }
}, true);

function move(step) {
  const all = cards();
  const at = all.indexOf(document.activeElement?.closest?.(".card"));
  if (at < 0 && step < 0) return false;
  const next = at < 0 ? 0 : at + step;
  (next < 0 ? box() : all[Math.min(next, all.length - 1)])?.focus();
  return all.length > 0;
}

document.addEventListener("keydown", (event) => {
  const active = document.activeElement;
  const typing = active?.matches?.("input, textarea, select, [contenteditable]");
  const card = active?.closest?.(".card");
  if ((event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !typing)) {
    if (!box()) return;
    event.preventDefault();
    event.stopPropagation();
    box().focus();
    box().select();
  } else if (event.ctrlKey || event.metaKey || event.altKey) {
    return;
  } else if (event.key === "ArrowDown" && (active === box() || card || active === document.body)) {
    if (move(1)) event.preventDefault();
  } else if (event.key === "ArrowUp" && card) {
    if (move(-1)) event.preventDefault();
  } else if (event.key === "Enter" && card && active === card) {
    location.assign(card.dataset.href);
  } else if (event.key === "y" && card && !typing) {
    copy(plain(card.dataset.cite), "Citation");
  }
}, true);

// While one question is being typed, each pause changes the address; only the first change is a step "back" can undo.
const push = history.pushState.bind(history);
let typed = false;
const searching = (url) => new URL(url ?? location.href, location.href).searchParams.get("q") !== new URLSearchParams(location.search).get("q");
history.pushState = (state, title, url) => {
  const live = document.activeElement === box() && searching(url);
  if (live && typed) return history.replaceState(state, title, url);
  typed = live;
  return push(state, title, url);
};
document.addEventListener("focusin", (event) => { if (event.target === box()) typed = false; });
document.addEventListener("keydown", (event) => { if (event.key === "Enter") setTimeout(() => { typed = false; }, 1000); });
window.addEventListener("popstate", () => { typed = false; });
