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

extern "C" [[noreturn]] void __assert_fail(const char* expression, const char* file, int line, const char*) {
  fflush(stdout);
  doubtless::doubtlessReport(doubtless::assertion, line, expression, file);
  fprintf(stderr, "Assertion failed: %s (line %d)\n", expression, line);
  abort();
}

// rand() gives the numbers of the GNU library, which programs print that begin with srand(42): each is
// the sum of the third and of the 31st before it, without its lowest bit.
namespace {
constexpr int kept = 31;
uint32_t numbers[kept];
int nextNumber = -1;
}  // namespace

extern "C" void srand(unsigned seed) {
  int32_t last = seed == 0 ? 1 : int32_t(seed);
  for (uint32_t& number : numbers) {
    number = uint32_t(last);
    // 16807 times the last, modulo 2^31 - 1.
    last = 16807 * (last % 127773) - 2836 * (last / 127773);
    if (last < 0) last += 0x7fffffff;
  }
  nextNumber = 3;
  for (int i = 0; i < 10 * kept; i++) rand();
}

extern "C" int rand() {
  if (nextNumber < 0) srand(1);
  uint32_t sum = numbers[nextNumber] += numbers[(nextNumber + kept - 3) % kept];
  nextNumber = (nextNumber + 1) % kept;
  return int(sum >> 1);
}

// There is no shell: `system("pause")` and the like do nothing.
extern "C" int system(const char*) { return -1; }
