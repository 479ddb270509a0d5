"""Where several processes keep the figures that one of them gives for all: in files of a folder, named by a number."""

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Name of the environment variable with the folder, by which prometheus_client knows that there are several."""
NUMBER = "SCOREKEEPER_PROCESS_NUMBER"
"""Name of the environment variable with the number of a process, which no other one has at the same time."""
