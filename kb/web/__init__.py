"""The web faces: Streamlit's page, rule pages without script, the JSON API and MCP, in one process."""
