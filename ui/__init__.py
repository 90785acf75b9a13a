"""The Streamlit pages. What they show comes from `kb`, their state lives in the address."""
