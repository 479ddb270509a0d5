"""Environment variables by which several processes share their metrics, so that each can report those of all."""

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Name of the environment variable with the folder, by which prometheus_client knows that there are several."""
NUMBER = "SCOREKEEPER_PROCESS_NUMBER"
"""Name of the environment variable with the number of a process, which no other one has at the same time."""
