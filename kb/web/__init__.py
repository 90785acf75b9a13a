"""The web faces: Streamlit's page, rule pages without script, the JSON API and MCP, in one process."""

import os

# Before NumPy loads: several BLAS threads for one small product cost more than the product.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
