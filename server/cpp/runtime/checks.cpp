// What the compiler's checks for undefined behaviour call when one of them fails. Each says in one
// plain sentence what went wrong and where. A check that fails with a wrong number is reported once
// for each place, and the program goes on as it does natively; the others end the program.

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "report.h"

namespace {

struct Place {
  const char* file;
  uint32_t line;
  uint32_t column;
};
struct Type {
  uint16_t kind;  // 0 integer, 1 floating point
  uint16_t info;  // integer: bit 0 signed, rest log2 of the width
  char name[1];
};
using Value = uintptr_t;

bool isSigned(const Type* type) { return (type->info & 1) != 0; }
unsigned width(const Type* type) { return 1u << (type->info >> 1); }

long long number(const Type* type, Value value) {
  if (type->kind != 0) return 0;
  unsigned bits = width(type);
  if (bits <= sizeof(Value) * 8) {
    if (!isSigned(type)) return (unsigned long long)value;
    unsigned shift = sizeof(Value) * 8 - bits;
    return (intptr_t)(value << shift) >> shift;
  }
  return *reinterpret_cast<const long long*>(value);  // wider ones come by address
}

// Each place is reported once; returns false where it was before.
bool isNew(Place* place, uint32_t& column) {
  column = __atomic_exchange_n(&place->column, ~0u, __ATOMIC_RELAXED);
  return column != ~0u;
}

void say(doubtless::Kind kind, Place* place, const char* format, va_list list) {
  uint32_t column;
  if (!isNew(place, column)) return;
  char text[400];
  vsnprintf(text, sizeof text, format, list);
  // The compiler gives the types' names in quotes.
  char* to = text;
  for (const char* from = text; *from != 0; from++) {
    if (*from != '\'') *to++ = *from;
  }
  *to = 0;
  fflush(stdout);
  doubtless::doubtlessReport(kind, place->line, text, place->file);
  fprintf(stderr, "%s:%u:%u: %s: %s\n", place->file == nullptr ? "?" : place->file, place->line, column,
          kind == doubtless::warning ? "warning while running" : "error while running", text);
}

[[gnu::format(printf, 2, 3)]] void warn(Place* place, const char* format, ...) {
  va_list list;
  va_start(list, format);
  say(doubtless::warning, place, format, list);
  va_end(list);
}

[[noreturn, gnu::format(printf, 2, 3)]] void stop(Place* place, const char* format, ...) {
  va_list list;
  va_start(list, format);
  say(doubtless::fault, place, format, list);
  va_end(list);
  abort();
}

struct Overflow { Place place; const Type* type; };
struct Shift { Place place; const Type* left; const Type* right; };
struct Bounds { Place place; const Type* array; const Type* index; };
struct OnlyPlace { Place place; };
struct Bound { Place place; const Type* type; };
struct Cast { Place place; const Type* from; const Type* to; };
struct Mismatch { Place place; const Type* type; uint8_t align; uint8_t kind; };

void overflow(Overflow* data, const char* sign, Value left, Value right) {
  warn(&data->place, "%lld %s %lld does not fit in %s", number(data->type, left), sign,
       number(data->type, right), data->type->name);
}

}  // namespace

#define HANDLER(name, parameters, ...)               \
  extern "C" void __ubsan_handle_##name parameters { \
    __VA_ARGS__;                                     \
  }                                                  \
  extern "C" void __ubsan_handle_##name##_abort parameters { \
    __VA_ARGS__;                                     \
    abort();                                         \
  }

HANDLER(add_overflow, (Overflow * data, Value l, Value r), overflow(data, "+", l, r))
HANDLER(sub_overflow, (Overflow * data, Value l, Value r), overflow(data, "-", l, r))
HANDLER(mul_overflow, (Overflow * data, Value l, Value r), overflow(data, "*", l, r))
HANDLER(negate_overflow, (Overflow * data, Value v),
        warn(&data->place, "-(%lld) does not fit in %s", number(data->type, v), data->type->name))
HANDLER(divrem_overflow, (Overflow * data, Value l, Value r), {
  if (number(data->type, r) == 0) stop(&data->place, "division by zero");
  stop(&data->place, "%lld / %lld does not fit in %s", number(data->type, l), number(data->type, r), data->type->name);
})
HANDLER(shift_out_of_bounds, (Shift * data, Value, Value r),
        warn(&data->place, "a shift by %lld bits is not possible in %s", number(data->right, r), data->left->name))
HANDLER(out_of_bounds, (Bounds * data, Value i),
        stop(&data->place, "index %lld is outside the array %s", number(data->index, i), data->array->name))
HANDLER(vla_bound_not_positive, (Bound * data, Value v),
        stop(&data->place, "an array of %lld elements cannot be made", number(data->type, v)))
HANDLER(float_cast_overflow, (Cast * data, Value),
        warn(&data->place, "a floating-point number does not fit in %s", data->to->name))
HANDLER(load_invalid_value, (Bound * data, Value v),
        warn(&data->place, "%lld is not a value of %s: was the variable never set?", number(data->type, v), data->type->name))
HANDLER(type_mismatch_v1, (Mismatch * data, Value pointer), {
  static const char* const kinds[] = {"reads through", "writes through", "makes a reference to the target of",
      "uses a member of", "calls a member function of", "makes an object at", "converts", "converts",
      "converts", "converts", "converts", "writes through"};
  const char* does = data->kind < 12 ? kinds[data->kind] : "uses";
  if (pointer == 0) stop(&data->place, "the program %s a null pointer (to %s)", does, data->type->name);
  stop(&data->place, "the program %s a pointer that does not point to %s", does, data->type->name);
})

extern "C" [[noreturn]] void __ubsan_handle_builtin_unreachable(OnlyPlace* data) {
  stop(&data->place, "the program came to a place that it declares unreachable");
}
extern "C" [[noreturn]] void __ubsan_handle_missing_return(OnlyPlace* data) {
  stop(&data->place, "this function ends without returning a value");
}
