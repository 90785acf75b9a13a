"""The Streamlit pages. They hold no logic of their own: what they show comes from `kb`, their state lives in the address."""
