// Notes that std::cin failed to read a number while there was input left. Every extraction ends in
// ios_base::clear, which the linker leads here (`--wrap`), so that reading costs one comparison more.

#include <istream>
#include <stdio_ext.h>

#include "report.h"

// Null in a program without it.
extern std::istream cinIfLinked asm("_ZNSt3__23cinE") __attribute__((weak));

extern "C" void libraryClear(std::ios_base* stream, std::ios_base::iostate state)
    asm("__real__ZNSt3__28ios_base5clearEj");
extern "C" void notingClear(std::ios_base* stream, std::ios_base::iostate state)
    asm("__wrap__ZNSt3__28ios_base5clearEj");

namespace {

bool isNoted = false;

[[gnu::noinline]] void note(std::ios_base* stream, bool hasFailed) {
  if (&cinIfLinked == nullptr || stream != static_cast<std::ios_base*>(&cinIfLinked)) return;
  isNoted = hasFailed;
  // Of what the program was given, so many bytes are not read yet.
  doubtless::doubtlessStuck(hasFailed ? (int)__freadahead(stdin) : -1);
}

}  // namespace

void notingClear(std::ios_base* stream, std::ios_base::iostate state) {
  // At the end of the input, a failure is usual.
  bool hasFailed = (state & (std::ios_base::failbit | std::ios_base::eofbit)) == std::ios_base::failbit;
  if (__builtin_expect(hasFailed != isNoted, false)) note(stream, hasFailed);
  libraryClear(stream, state);
}
