#!/usr/bin/env bash
# Makes environments of their own for trainers whose pins contradict ours: .venv-openenv and .venv-verifiers.
# Each sees this project by its path, with what PhoneWorld's phones need beside it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
make_environment() {
  local folder=$1; shift
  [ -e "$folder/.made" ] && return
  python3 -m venv "$folder"
  "$folder/bin/python" -m pip install -q "$@" aggdraw==1.4.1 numpy==2.4.6 pillow
  local site
  site=$("$folder/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  printf '%s\n%s\n' "$PWD" "$PWD/proto" > "$site/phonebuddy.pth"
  touch "$folder/.made"
}
make_environment .venv-openenv openenv==0.10.0
make_environment .venv-verifiers verifiers==0.1.14 datasets
