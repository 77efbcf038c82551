// What the runtime tells the page or the server beside the text on standard error.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace doubtless {

// The numbers are those in program.ts.
enum Kind : int {
  warning = 0,    // a check failed, and the program goes on
  fault = 1,      // a check failed, and the program ends
  uncaught = 2,   // the type of an exception that nobody caught, and what it says on the next line
  library = 3,    // a check of the standard library
  assertion = 4,  // what assert() was given
  memory = 5,     // the bytes that could not be had
  unfit = 6,      // why a call does not fit the program
};

// `line` is 0 where it is not known, and then there is no `file`.
extern "C" [[clang::import_module("doubtless"), clang::import_name("report")]] void doubtlessReport(
    Kind kind, uint32_t line, const char* text, const char* file = nullptr);

// Called before each throw, to note its place.
extern "C" [[clang::import_module("doubtless"), clang::import_name("thrown")]] void doubtlessThrown();

// std::cin has failed, and `ahead` bytes of what it was given are not read; -1: it reads again.
extern "C" [[clang::import_module("doubtless"), clang::import_name("stuck")]] void doubtlessStuck(int ahead);

// Says it on standard error too, and ends the program.
[[noreturn]] inline void stop(Kind kind, uint32_t line, const char* text) {
  fflush(stdout);
  doubtlessReport(kind, line, text);
  fprintf(stderr, "%s\n", text);
  abort();
}

}  // namespace doubtless
