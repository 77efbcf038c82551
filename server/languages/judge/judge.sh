#!/bin/sh
# Starts one of the judge's processes with hard limits, and without any permission but to read the
# scripts of its language, for its workers, and the built interpreter of Python. The server may run
# this file and no other program, so it can start nothing else with it.
set -eu
# The stack in KB. The compiler has a thread's. A program has one of its own, on which a recursion of
# 100,000 calls of C++ ends by itself (server/python/judge/runner.ts has the size, too); no other code
# of that process goes deep.
# The last of the flags: Python can reach functions of JavaScript, and must make none of a text.
flags=
case "${1-}" in
compiler) language=cpp script=compiler stack=3900 ;;
runner) language=cpp script=runner stack=10000 ;;
python) language=python script=runner stack=16000 flags=,--disallow-code-generation-from-strings ;;
*) exit 2 ;;
esac
# How far the class's own work comes first.
nice=${2-10}
case "$nice" in
[0-9] | 1[0-9]) ;;
*) exit 2 ;;
esac
# The memory of its program in MB; the compiler's, if it runs none.
memory=${3-2000}
case "$memory" in
*[!0-9]* | ?????*) exit 2 ;;
esac
cd "$(dirname "$0")/../../$language"
read=.,../languages
[ "$language" != python ] || read=$read,../../client/dist/python
# The Deno that started this file: a path that the environment cannot change.
deno=$(readlink "/proc/$PPID/exe" 2>/dev/null || ps -o comm= -p "$PPID")
# No core dumps, few files, and 2 GB of data besides the program's: V8 has 512 MB for code in each of
# at most three threads.
ulimit -c 0
ulimit -n 128
ulimit -d $((2000000 + memory * 1000)) 2>/dev/null || true
exec nice -n "$nice" "$deno" run --quiet --no-prompt --no-remote --no-npm --no-config --no-lock \
  --no-check --no-code-cache \
  --allow-read="$read" \
  --v8-flags=--max-old-space-size=256,--wasm-max-mem-pages=8192,--stack-size=$stack,--wasm-stack-switching-stack-size=$stack$flags \
  "judge/$script.ts"
