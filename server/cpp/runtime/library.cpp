// What the library's own functions throw, and what its checks say.
//
// The library was built without exceptions: its throwing functions (std::stoi, std::string::at,
// std::cin.exceptions …) end in std::__libcpp_verbose_abort, with a format string that names the
// exception. That function is replaced here by one that throws it.

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <ios>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

#include "report.h"

extern "C" [[noreturn]] void libraryAbort(const char* format, ...) asm("_ZNSt3__222__libcpp_verbose_abortEPKcz");
extern "C" [[noreturn]] void libraryAbort(const char* format, ...) {
  va_list list;
  va_start(list, format);
  const char* rest = strstr(format, " was thrown in -fno-exceptions mode");
  if (rest != nullptr) {
    size_t length = rest - format;
    auto is = [&](const char* name) { return strlen(name) == length && memcmp(format, name, length) == 0; };
    if (is("bad_alloc")) throw std::bad_alloc();
    if (is("bad_array_new_length")) throw std::bad_array_new_length();
    if (is("bad_cast")) throw std::bad_cast();
    if (is("out_of_range")) throw std::out_of_range(va_arg(list, const char*));
    if (is("invalid_argument")) throw std::invalid_argument(va_arg(list, const char*));
    if (is("length_error")) throw std::length_error(va_arg(list, const char*));
    if (is("runtime_error")) throw std::runtime_error(va_arg(list, const char*));
    if (is("overflow_error")) throw std::overflow_error(va_arg(list, const char*));
    if (is("ios_base::failure")) {
      throw std::ios_base::failure(va_arg(list, const char*), std::make_error_code(std::io_errc::stream));
    }
    if (is("system_error")) {
      int code = va_arg(list, int);
      throw std::system_error(code, std::generic_category(), va_arg(list, const char*));
    }
    if (is("filesystem_error")) throw std::runtime_error("filesystem error");
  }
  char text[512];
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  doubtless::stop(doubtless::library, 0, text);
}

extern "C" [[noreturn]] void __assert_fail(const char* expression, const char*, int line, const char*) {
  fflush(stdout);
  doubtless::doubtlessReport(doubtless::assertion, line, expression);
  fprintf(stderr, "Assertion failed: %s (line %d)\n", expression, line);
  abort();
}

// There is no shell: `system("pause")` and the like do nothing.
extern "C" int system(const char*) { return -1; }
