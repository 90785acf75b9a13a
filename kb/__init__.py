"""Rules knowledge base: cited answers to tabletop rules questions, offline."""
