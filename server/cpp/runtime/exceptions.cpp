// The exception runtime: what `throw`, `try` and `catch` call.
//
// The C++ library that the compiler package ships was built without exceptions. This file adds
// them on top of WebAssembly's own exception instructions. Type matching and the type information
// classes are the library's; everything else of the Itanium C++ ABI's second level is here.
//
// library.cpp throws what the library's own functions throw.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <new>
#include <typeinfo>
#include <unwind.h>

#include "report.h"

namespace {

// In WebAssembly a destructor returns its argument.
using Destroy = void* (*)(void*);

struct Globals {
  void* caught;
  unsigned uncaught;
};

// What is kept in front of every thrown object. `unwind` comes last, so that the object follows it.
struct Header {
  unsigned references;
  int handlers;  // negative while it is being rethrown
  std::type_info* type;
  Destroy destroy;
  std::terminate_handler terminate;
  Header* next;
  void* adjusted;
  // A rethrow of an exception_ptr gets a header of its own, which points to the first one.
  Header* primary;
  alignas(16) _Unwind_Exception unwind;
};
static_assert(sizeof(_Unwind_Exception) % 16 == 0);

constexpr uint64_t ourClass = 0x444f5542432b2b00;  // "DOUBC++\0"
constexpr uint64_t dependentClass = ourClass + 1;

void* objectOf(Header* header) { return header + 1; }
Header* headerOfObject(void* object) { return static_cast<Header*>(object) - 1; }
Header* headerOfUnwind(void* unwind) {
  return reinterpret_cast<Header*>(static_cast<char*>(unwind) - offsetof(Header, unwind));
}
Header* primaryOf(Header* header) {
  return header->unwind.exception_class == dependentClass ? header->primary : header;
}

Globals globals{nullptr, 0};

// The hidden base of the library's type information classes: same virtual functions, same order.
struct ShimType : std::type_info {
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const ShimType* thrown, void*& object) const = 0;
};

}  // namespace

extern "C" {

// WebAssembly's exception tag for C++: one pointer to the unwind header.
asm(".globl __cpp_exception\n"
    ".tagtype __cpp_exception i32\n"
    "__cpp_exception:\n");

struct LandingPad {
  uintptr_t index;
  uintptr_t table;
  uintptr_t selector;
};
LandingPad __wasm_lpad_context;

void* __cxa_allocate_exception(size_t size) noexcept {
  void* block = nullptr;
  if (posix_memalign(&block, 16, sizeof(Header) + size) != 0 || block == nullptr) std::terminate();
  memset(block, 0, sizeof(Header));
  return objectOf(static_cast<Header*>(block));
}

void __cxa_free_exception(void* object) noexcept { free(headerOfObject(object)); }

void __cxa_increment_exception_refcount(void* object) noexcept {
  if (object != nullptr) headerOfObject(object)->references++;
}

void __cxa_decrement_exception_refcount(void* object) noexcept {
  if (object == nullptr) return;
  Header* header = headerOfObject(object);
  if (--header->references > 0) return;
  if (header->destroy != nullptr) header->destroy(object);
  __cxa_free_exception(object);
}

static void releaseThrown(_Unwind_Reason_Code, _Unwind_Exception* unwind) {
  Header* header = headerOfUnwind(unwind);
  __cxa_decrement_exception_refcount(objectOf(header));
}

static void releaseDependent(_Unwind_Reason_Code, _Unwind_Exception* unwind) {
  Header* header = headerOfUnwind(unwind);
  __cxa_decrement_exception_refcount(objectOf(header->primary));
  free(header);
}

void* __cxa_get_globals() { return &globals; }
void* __cxa_get_globals_fast() { return &globals; }

abi::__cxa_exception* abi::__cxa_init_primary_exception(void* object, std::type_info* type, Destroy destroy) noexcept {
  Header* header = headerOfObject(object);
  header->references = 0;
  header->type = type;
  header->destroy = destroy;
  header->terminate = std::get_terminate();
  header->unwind.exception_class = ourClass;
  header->unwind.exception_cleanup = releaseThrown;
  return reinterpret_cast<abi::__cxa_exception*>(header);
}

void abi::__cxa_throw(void* object, std::type_info* type, Destroy destroy) {
  doubtless::doubtlessThrown();
  __cxa_init_primary_exception(object, type, destroy);
  Header* header = headerOfObject(object);
  header->references = 1;
  globals.uncaught++;
  __builtin_wasm_throw(0, &header->unwind);
}

void* __cxa_get_exception_ptr(void* unwind) noexcept { return headerOfUnwind(unwind)->adjusted; }

void* __cxa_begin_catch(void* unwind) noexcept {
  Header* header = headerOfUnwind(unwind);
  header->handlers = header->handlers < 0 ? -header->handlers + 1 : header->handlers + 1;
  if (globals.caught != header) {
    header->next = static_cast<Header*>(globals.caught);
    globals.caught = header;
  }
  globals.uncaught--;
  return header->adjusted;
}

void __cxa_end_catch() {
  Header* header = static_cast<Header*>(globals.caught);
  if (header == nullptr) return;
  if (header->handlers < 0) {
    // It was thrown again: whoever catches it next ends it.
    if (++header->handlers == 0) globals.caught = header->next;
    return;
  }
  if (--header->handlers > 0) return;
  globals.caught = header->next;
  header->unwind.exception_cleanup(_URC_FOREIGN_EXCEPTION_CAUGHT, &header->unwind);
}

void abi::__cxa_rethrow() {
  Header* header = static_cast<Header*>(globals.caught);
  if (header == nullptr) std::terminate();
  header->handlers = -header->handlers;
  globals.uncaught++;
  __builtin_wasm_throw(0, &header->unwind);
}

std::type_info* __cxa_current_exception_type() {
  Header* header = static_cast<Header*>(globals.caught);
  return header == nullptr ? nullptr : primaryOf(header)->type;
}

void* __cxa_current_primary_exception() noexcept {
  Header* header = static_cast<Header*>(globals.caught);
  if (header == nullptr) return nullptr;
  void* object = objectOf(primaryOf(header));
  __cxa_increment_exception_refcount(object);
  return object;
}

void __cxa_rethrow_primary_exception(void* object) {
  if (object == nullptr) return;
  Header* primary = headerOfObject(object);
  Header* header = static_cast<Header*>(calloc(1, sizeof(Header)));
  if (header == nullptr) std::terminate();
  __cxa_increment_exception_refcount(object);
  header->primary = primary;
  header->type = primary->type;
  header->terminate = std::get_terminate();
  header->unwind.exception_class = dependentClass;
  header->unwind.exception_cleanup = releaseDependent;
  globals.uncaught++;
  __builtin_wasm_throw(0, &header->unwind);
}

bool __cxa_uncaught_exception() noexcept { return globals.uncaught != 0; }
unsigned __cxa_uncaught_exceptions() noexcept { return globals.uncaught; }

void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }

void __cxa_call_terminate(void* unwind) noexcept {
  if (unwind != nullptr) __cxa_begin_catch(unwind);
  std::terminate();
}

// ---- Which handler of a landing pad takes an exception --------------------------------------

static uintptr_t readUleb(const uint8_t*& at) {
  uintptr_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t byte = *at++;
    value |= uintptr_t(byte & 127) << shift;
    if ((byte & 128) == 0) return value;
  }
}

static intptr_t readSleb(const uint8_t*& at) {
  intptr_t value = 0;
  for (unsigned shift = 0;;) {
    uint8_t byte = *at++;
    value |= intptr_t(byte & 127) << shift;
    shift += 7;
    if ((byte & 128) == 0) {
      if ((byte & 64) != 0 && shift < 32) value |= -(intptr_t(1) << shift);
      return value;
    }
  }
}

// Called by a landing pad: leaves in the context the number of the handler that fits, or 0.
_Unwind_Reason_Code _Unwind_CallPersonality(void* unwind) {
  LandingPad& pad = __wasm_lpad_context;
  pad.selector = 0;
  Header* header = headerOfUnwind(unwind);
  Header* primary = primaryOf(header);

  const uint8_t* at = reinterpret_cast<const uint8_t*>(pad.table);
  if (at == nullptr) return _URC_CONTINUE_UNWIND;
  if (*at++ != 0xff) readUleb(at);  // where landing pads start: not used
  uint8_t typeEncoding = *at++;
  const void* const* types = nullptr;
  if (typeEncoding != 0xff) {
    uintptr_t offset = readUleb(at);
    types = reinterpret_cast<const void* const*>(at + offset);
  }
  at++;  // call sites are ULEB128 pairs
  uintptr_t length = readUleb(at);
  const uint8_t* actions = at + length;
  const uint8_t* end = actions;
  while (at < end) {
    uintptr_t site = readUleb(at);
    uintptr_t action = readUleb(at);
    if (site != pad.index) continue;
    if (action == 0) return _URC_CONTINUE_UNWIND;
    const uint8_t* record = actions + action - 1;
    for (;;) {
      intptr_t index = readSleb(record);
      if (index > 0) {
        const ShimType* wanted = static_cast<const ShimType*>(types[-index]);
        void* object = objectOf(primary);
        const ShimType* thrown = static_cast<const ShimType*>(primary->type);
        if (wanted == nullptr || wanted->can_catch(thrown, object)) {
          header->adjusted = object;
          pad.selector = uintptr_t(index);
          return _URC_HANDLER_FOUND;
        }
      }
      const uint8_t* here = record;
      intptr_t next = readSleb(record);
      if (next == 0) return _URC_CONTINUE_UNWIND;
      record = here + next;
    }
  }
  return _URC_CONTINUE_UNWIND;
}

// Only named by the compiler; the call above does the work.
int __gxx_wasm_personality_v0() { return 0; }

void _Unwind_DeleteException(_Unwind_Exception* unwind) {
  if (unwind->exception_cleanup != nullptr) unwind->exception_cleanup(_URC_FOREIGN_EXCEPTION_CAUGHT, unwind);
}

_Unwind_Reason_Code _Unwind_RaiseException(_Unwind_Exception* unwind) { __builtin_wasm_throw(0, unwind); }

}  // extern "C"

// ---- An exception that nobody catches -----------------------------------------------------------

static void sayUncaught() {
  std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) doubtless::stop(doubtless::fault, 0, "std::terminate was called without an exception");
  int status = 0;
  char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  if (status == 0) {
    // The library's inner namespace means nothing to the reader.
    for (char* at; (at = strstr(name, "std::__2::")) != nullptr;) memmove(at + 5, at + 10, strlen(at + 10) + 1);
    if (strncmp(name, "std::basic_string<char,", 23) == 0) strcpy(name, "std::string");
  }
  const char* said = "";
  Header* header = primaryOf(static_cast<Header*>(globals.caught));
  void* object = objectOf(header);
  auto* wanted = static_cast<const ShimType*>(&typeid(std::exception));
  bool speaks = wanted->can_catch(static_cast<const ShimType*>(header->type), object);
  if (speaks) said = static_cast<std::exception*>(object)->what();
  char text[512];
  snprintf(text, sizeof text, "%s\n%s", status == 0 ? name : type->name(), said);
  fflush(stdout);
  doubtless::doubtlessReport(doubtless::uncaught, 0, text);
  fprintf(stderr, "terminate called after throwing an instance of '%s'\n", status == 0 ? name : type->name());
  if (speaks) fprintf(stderr, "  what():  %s\n", said);
  abort();
}

namespace {
struct Install {
  Install() { std::set_terminate(sayUncaught); }
};
}  // namespace
[[gnu::init_priority(101)]] static Install install;

// Only in a traced program: see steps.cpp.
extern "C" [[gnu::weak]] void doubtlessClearStack();
extern "C" int __real___main_void();

// Only in a program whose cases are calls: see calls.ts.
extern "C" [[gnu::weak]] int doubtlessCall(int place);
extern "C" [[noreturn]] void doubtlessUnfit(const char* sentence) {
  doubtless::doubtlessReport(doubtless::unfit, 0, sentence);
  abort();
}
// An input that begins so asks for a call, by its place.
static constexpr int mark = 1;
static int callOrMain() {
  if (doubtlessCall == nullptr) return __real___main_void();
  int first = getchar();
  if (first == mark) {
    int place = 0;
    for (int digit; (digit = getchar()) >= '0' && digit <= '9';) place = 10 * place + digit - '0';
    return doubtlessCall(place);
  }
  if (first == EOF) clearerr(stdin);
  else ungetc(first, stdin);
  return __real___main_void();
}

// `main` runs inside this, so that an exception that leaves it is reported as natively.
extern "C" int __wrap___main_void() {
  if (doubtlessClearStack != nullptr) doubtlessClearStack();
  try {
    return callOrMain();
  } catch (...) {
    std::terminate();
  }
}

// Called before the program waits for input and after it crashed, to show what it has printed.
extern "C" [[clang::export_name("__flush")]] void doubtlessFlush() { fflush(stdout); }

// Ends the program in a way that it cannot catch.
extern "C" [[clang::export_name("__trap")]] void doubtlessTrap() { __builtin_trap(); }
