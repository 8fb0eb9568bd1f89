# Sourced by ./run and ./test: makes .venv and keeps it in step with pyproject.toml and constraints.txt.
#
# Callers need one function, `ensure_installed EXTRA...`. For each extra, a stamp inside .venv says
# what it was installed from. Stamps are removed before pip starts and written after it succeeded, so
# that an interrupted installation is never taken for complete. Written for bash 3.2 (macOS) and up.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
venv=$root/.venv
python=$venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK=1
# How many packages ./run installs, for its bar.
run_packages=54

if [ -t 2 ]; then bold=$'\e[1m' red=$'\e[31m' plain=$'\e[0m'; else bold='' red='' plain=''; fi

say() { printf '%s==> %s%s\n' "$bold" "$*" "$plain" >&2; }

die() {
  printf '%serror:%s %s\n' "$red" "$plain" "$1" >&2
  shift
  [ $# -eq 0 ] || printf '       %s\n' "$@" >&2
  exit 1
}

# .venv holds the project, editable, with these extras.
ensure_installed() {
  local wanted extra extras packages
  wanted=$(printf '%s\n' "$root" | cat - "$root/pyproject.toml" "$root/constraints.txt" | cksum)
  is_installed "$wanted" "$@" && return
  take_lock
  # Whoever held the lock may have done the work.
  if ! is_installed "$wanted" "$@"; then
    make_venv
    rm -f "$venv"/.installed-*
    forget_half_installed
    : >"$venv/install.log"
    # setuptools for those packages of ./test that come as source only.
    say "Installing the build backends"
    pip_install hatchling editables setuptools
    extras=$(IFS=, && echo "$*")
    case ",$extras," in *,gguf,*) install_llama_cpp ;; esac
    say "Installing phonebuddy[$extras] and what it needs: about a minute the first time"
    # Whoever asks for more than ./run does gets nearly all that is pinned.
    packages=$(grep -c == "$root/constraints.txt")
    [ "$extras" != onnx ] || packages=$run_packages
    # The backend is here already, as pinned; an isolated build would fetch it anew each time.
    pip_install --no-build-isolation -e "${root}[$extras]"
    for extra in "$@"; do printf '%s\n' "$wanted" >"$venv/.installed-$extra"; done
    say "Installed"
  fi
  release_lock
}

is_installed() {
  local wanted=$1 extra
  shift
  [ -x "$python" ] || return 1
  for extra in "$@"; do
    [ -f "$venv/.installed-$extra" ] && [ "$(<"$venv/.installed-$extra")" = "$wanted" ] || return 1
  done
}

# One bar for all that pip says; the whole of it goes to a file.
pip_install() {
  local log=$venv/install.log places
  places=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  printf -- '--- pip install %s\n' "$*" >>"$log"
  PYTHONUNBUFFERED=1 "$python" -m pip install -c "$root/constraints.txt" "$@" 2>&1 |
    "$python" "$root/scripts/install_progress.py" "$log" "${packages:-$#}" "$places" && return
  printf '%s\n' "$("$python" "$root/scripts/install_progress.py" --errors "$log")" >&2
  die "pip could not install everything. All that it said is in" "$log" \
    "If it says 'Retrying' or 'connection broken', the package index was not reached: check the" \
    "network, and index and proxy in 'pip config list'. Then run the same command again."
}

# llama-cpp-python comes as source only. Built apart, because its build needs tools of its own, and
# for any processor of this kind, because pip keeps what it has built, whatever it was built for.
install_llama_cpp() {
  "$python" -c 'import importlib.util as u, sys; sys.exit(u.find_spec("llama_cpp") is None)' && return
  command -v c++ >/dev/null || command -v g++ >/dev/null || command -v clang++ >/dev/null ||
    die "llama.cpp must be compiled, and there is no C++ compiler." \
      "On Debian or Ubuntu: sudo apt install g++" "On macOS: xcode-select --install"
  say "Compiling llama.cpp: 3 to 10 minutes the first time, seconds from pip's cache later"
  CMAKE_ARGS="-DGGML_NATIVE=OFF -DCMAKE_PROJECT_llama.cpp_INCLUDE=$root/scripts/llama_cpp.cmake" \
    pip_install "$(sed -n 's/.*"\(llama-cpp-python==[^"]*\)".*/\1/p' "$root/pyproject.toml")"
}

# Packages whose own requirements are not wanted, such as one that is taken for its data alone.
ensure_alone() {
  "$python" -c 'import sys, importlib.metadata as m; [m.version(a.partition("=")[0]) for a in sys.argv[1:]]' \
    "$@" 2>/dev/null && return
  pip_install --no-deps "$@"
}

make_venv() {
  # `activate` is the last file that venv writes, and names the place: without it .venv is unfinished,
  # and with another place in it, .venv was moved or copied here and its scripts point elsewhere.
  if grep -qsF "$venv" "$venv/bin/activate" && "$python" -c 'import pip' 2>/dev/null; then return; fi
  local base
  base=$(find_python) || exit 1
  "$base" -c 'import ensurepip, venv' 2>/dev/null ||
    die "$base has no venv module." "On Debian or Ubuntu: sudo apt install python3-venv"
  say "Making .venv with $("$base" --version)"
  "$base" -m venv --clear "$venv" || die "$base -m venv failed (see above)."
}

find_python() {
  local candidate
  for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  die "Python 3.11 or newer was not found." \
    "On Debian 12, Ubuntu 24.04 or newer: sudo apt install python3 python3-venv" \
    "On macOS: brew install python" \
    "If it has another name or place: PYTHON=/path/to/python $0"
}

# pip writes a package's RECORD last, with INSTALLER in it. Where that is missing, pip was stopped in
# the middle but would count the package as installed: without its metadata it is installed again.
forget_half_installed() {
  local info
  for info in "$venv"/lib/python*/site-packages/*.dist-info; do
    grep -qs '/INSTALLER,' "$info/RECORD" || rm -rf "$info"
  done
  # What pip moved aside and did not get round to removing.
  rm -rf "$venv"/lib/python*/site-packages/'~'*
}

# One installation at a time, so that ./run and ./test may be started together.
take_lock() {
  lock=$root/.venv.lock
  if command -v flock >/dev/null; then
    exec 9>"$lock"
    flock -n 9 || { say "Waiting for another installation to end" && flock 9; }
    return
  fi
  lock=$lock.d
  until mkdir "$lock" 2>/dev/null; do
    [ -n "${waiting:-}" ] || say "Waiting for another installation to end (if there is none: rm -r $lock)"
    waiting=yes
    # The holder was killed: its lock outlived it.
    if [ -s "$lock/pid" ] && ! kill -0 "$(<"$lock/pid")" 2>/dev/null; then rm -rf "$lock"; fi
    sleep 0.2
  done
  trap 'rm -rf "$lock"' EXIT
  printf '%s\n' $$ >"$lock/pid"
}

release_lock() {
  case $lock in
    *.d) rm -rf "$lock" && trap - EXIT ;;
    *) exec 9>&- ;;
  esac
}
