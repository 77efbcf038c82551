// Records a traced program's steps: steps.h calls it. Each step is handed to the host at once, so that
// a crash loses none. read.ts describes the bytes. Nothing here allocates memory or runs a function of
// the program, and what is read for the display is checked first to be memory of the program.

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdio_ext.h>

#include "block.h"

using doubtless::alive, doubtless::Block, doubtless::edgeSize;

extern "C" [[clang::import_module("doubtless"), clang::import_name("step")]] void doubtlessStep(const void* at, uint32_t size, uint32_t ahead);
// The linker's: where the program's memory begins and ends.
extern "C" char __global_base, __heap_base, __stack_high;

namespace __steps {
struct __frame {
  const char* name;
  __frame* outer;
  unsigned line, depth, base, count;
};
}  // namespace __steps

namespace {

using Frame = __steps::__frame;

// The layout is that of __type in steps.h.
struct Type {
  const char* name;
  size_t bytes;
  void (*show)(const void*);
};

struct Variable {
  const char* name;
  const void* at;
  const Type* type;
  uint32_t count, row;  // of an array; 0 for what is shown as a whole
  uint64_t hash;
  bool isRaw;
};

// An object on the heap which a pointer of this step leads to.
struct Box {
  const void* at;
  const Type* type;
  uint32_t count;  // of an array; 0 for one object
  uint64_t hash;
};

// What is in front of every block of malloc.
struct Head {
  uint32_t size;
  uint32_t before;     // the bytes from what the real malloc gave to the block
  const Type* type;    // what `new` made there, where that is known
  uint16_t first;      // where its first object begins
  uint16_t isArray;
};
static_assert(sizeof(Head) == 16);

// Memory that was not set when its variable was declared.
struct Raw {
  const char* from;
  uint32_t size;
  bool isLive, isTouched;
  uint8_t written[64];
  char before[512];
};

enum Tag : uint8_t {
  unset, integer, natural, floating32, floating64, character, isFalse, isTrue, word, text, textCut,
  list, map, object, field, end, null, dangling, elsewhere, address, item, hidden, array
};

constexpr uint32_t variablesMost = 16384, shownMost = 256, shownFirst = 64, boxesMost = 100, rawsMost = 64;
constexpr uint32_t depthMost = 5, nodesMost = 1000, lettersMost = 200, nameMost = 300, elementsMost = 30;
constexpr size_t memoryMost = size_t(256) << 20, wordsMost = 1 << 16;

Variable variables[variablesMost];
uint32_t sentVariables = 0;
Frame root{"", nullptr, 0, 0, 0, 0};
Frame* innermost = &root;
uint32_t sentFrames = 0;
Box boxes[boxesMost], boxesBefore[boxesMost];
uint32_t boxCount = 0, boxCountBefore = 0;
Raw raws[rawsMost];
uint32_t nextRaw = 0;
uintptr_t rawFrom = ~uintptr_t(0), rawTo = 0;
bool isBusy = false;

// One bit for 16 bytes of memory: a block begins there.
uint32_t begins[memoryMost / 16 / 32];

// ---- the bytes of a step

uint8_t buffer[192 * 1024];
size_t used = 0;
bool isFull = false;
uint32_t depth = 0, nodes = 0;

void put(uint8_t byte) {
  if (used < sizeof buffer) buffer[used++] = byte;
  else isFull = true;
}
void putBytes(const void* from, size_t size) {
  if (size > sizeof buffer - used) { isFull = true; return; }
  memcpy(buffer + used, from, size);
  used += size;
}
void putNumber(uint64_t number) {
  for (; number >= 128; number >>= 7) put(uint8_t(number) | 128);
  put(uint8_t(number));
}
void putWord(const char* text, size_t most = nameMost) {
  size_t size = strnlen(text, most);
  putNumber(size);
  putBytes(text, size);
}
// The compiler's name of a type, without what is around it.
void putType(const char* name) {
  const char* from = strchr(name, '=');
  if (from == nullptr) return putWord(name);
  from += 2;
  size_t size = strlen(from);
  size = size == 0 ? 0 : size - 1;
  if (size > nameMost) size = nameMost;
  putNumber(size);
  putBytes(from, size);
}
uint64_t hashFrom(size_t from) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = from; i < used; i++) hash = (hash ^ buffer[i]) * 1099511628211u;
  return hash;
}
// Whether one more value may be shown; if not, it is hidden.
bool hasRoom() {
  if (nodes++ < nodesMost) return true;
  put(hidden);
  return false;
}
void putTag(Tag tag) { if (hasRoom()) put(tag); }

// ---- which memory is the program's

bool begin(uintptr_t at) { return at / 16 / 32 < sizeof begins / 4 && (begins[at / 16 / 32] >> (at / 16 % 32) & 1) != 0; }
void setBegin(uintptr_t at, bool is) {
  size_t word = at / 16 / 32;
  if (word >= sizeof begins / 4) return;
  uint32_t bit = uint32_t(1) << (at / 16 % 32);
  begins[word] = is ? begins[word] | bit : begins[word] & ~bit;
}

struct Found {
  Head* head = nullptr;
  uintptr_t from = 0, to = 0;
  bool isMany = false;
};

// Finds the live block that holds an address.
Found find(const void* pointer) {
  Found found;
  uintptr_t at = uintptr_t(pointer);
  if (at < uintptr_t(&__heap_base) || at >= memoryMost) return found;
  size_t word = at / 16 / 32;
  uint32_t bits = begins[word] & (~uint32_t(0) >> (31 - at / 16 % 32));
  for (size_t i = 0; bits == 0; i++) {
    if (word == 0 || i == wordsMost) return found;
    bits = begins[--word];
  }
  uintptr_t from = (word * 32 + (31 - __builtin_clz(bits))) * 16;
  Head* head = reinterpret_cast<Head*>(from) - 1;
  uintptr_t to = from + head->size;
  const Block* block = reinterpret_cast<const Block*>(from);
  bool isNew = false;
  if (head->size >= sizeof(Block) + edgeSize && block->size == head->size - sizeof(Block) - edgeSize) {
    if (block->state == doubtless::dead) return found;
    isNew = block->state == alive;
  }
  if (isNew) {
    from += sizeof(Block);
    to = from + block->size;
    found.isMany = block->kind == doubtless::many;
  }
  if (at < from || at >= to) return found;
  found.head = head;
  found.from = from;
  found.to = to;
  return found;
}

// Steps are recorded on a stack of their own. A variable that was never set has what earlier calls left
// on the program's stack, and should have the same when it is traced.
alignas(16) char ownStack[256 * 1024];
uintptr_t programStack = 0;

uintptr_t stackPointer() {
  uintptr_t pointer;
  asm volatile("global.get __stack_pointer\n local.set %0" : "=r"(pointer));
  return pointer;
}
void setStackPointer(uintptr_t pointer) { asm volatile("local.get %0\n global.set __stack_pointer" : : "r"(pointer)); }

uintptr_t stackNow() { return isBusy ? programStack : stackPointer(); }

bool isReadable(const void* pointer, size_t size) {
  uintptr_t at = uintptr_t(pointer), to = at + size;
  if (to < at) return false;
  if (at >= stackNow() && to <= uintptr_t(&__stack_high)) return true;
  if (at >= uintptr_t(&__stack_high) && to <= uintptr_t(&__heap_base)) return true;
  Found found = find(pointer);
  return found.head != nullptr && to <= found.to;
}

// ---- memory that is not set yet

void limitRaws() {
  rawFrom = ~uintptr_t(0);
  rawTo = 0;
  for (const Raw& raw : raws) {
    if (!raw.isLive) continue;
    if (uintptr_t(raw.from) < rawFrom) rawFrom = uintptr_t(raw.from);
    if (uintptr_t(raw.from) + raw.size > rawTo) rawTo = uintptr_t(raw.from) + raw.size;
  }
}
void dropRaws(const void* from, size_t size) {
  bool isDropped = false;
  for (Raw& raw : raws) {
    if (raw.isLive && raw.from >= from && raw.from < static_cast<const char*>(from) + size) isDropped = true, raw.isLive = false;
  }
  if (isDropped) limitRaws();
}
void addRaw(const void* at, size_t size) {
  dropRaws(at, 1);
  Raw& raw = raws[nextRaw++ % rawsMost];
  raw.from = static_cast<const char*>(at);
  raw.size = size < sizeof raw.before ? size : sizeof raw.before;
  raw.isLive = true;
  raw.isTouched = false;
  memset(raw.written, 0, sizeof raw.written);
  memcpy(raw.before, at, raw.size);
  limitRaws();
}
inline void noteStore(const void* pointer, size_t size) {
  uintptr_t at = uintptr_t(pointer);
  if (at >= rawTo || at + size <= rawFrom) return;
  for (Raw& raw : raws) {
    if (!raw.isLive || at + size <= uintptr_t(raw.from) || at >= uintptr_t(raw.from) + raw.size) continue;
    for (size_t i = 0; i < size; i++) {
      size_t byte = at + i - uintptr_t(raw.from);
      if (byte < raw.size) raw.written[byte / 8] |= 1 << byte % 8;
    }
  }
}
bool isUnset(const void* pointer, size_t size) {
  uintptr_t at = uintptr_t(pointer);
  if (at >= rawTo || at < rawFrom) return false;
  for (const Raw& raw : raws) {
    if (!raw.isLive || at < uintptr_t(raw.from) || at + size > uintptr_t(raw.from) + raw.size) continue;
    size_t from = at - uintptr_t(raw.from);
    if (memcmp(raw.before + from, pointer, size) != 0) return false;
    bool isZero = true;
    for (size_t i = from; i < from + size; i++) {
      if (raw.written[i / 8] >> i % 8 & 1) return false;
      if (raw.before[i] != 0) isZero = false;
    }
    return !(isZero && raw.isTouched);
  }
  return false;
}

// ---- a step

// A global variable that is being destroyed.
const Type gone{"[T = ]", 0, [](const void*) { put(hidden); }};

void putArray(const void* at, const Type* type, size_t count, size_t row);

// Writes where a pointer leads to, and notes the box there.
void putPointer(const void* to, const Type* type) {
  if (!hasRoom()) return;
  if (to == nullptr) return put(null);
  uintptr_t at = uintptr_t(to);
  uint32_t last = innermost->count;
  for (uint32_t i = 0; i < last && i < shownMost; i++) {
    const Variable& variable = variables[i < shownFirst || last <= shownMost ? i : last - shownMost + i];
    uintptr_t from = uintptr_t(variable.at);
    size_t element = variable.type->bytes, size = variable.count == 0 ? element : element * variable.count;
    if (at < from || at >= from + size) continue;
    if (at == from) {
      put(address);
      return putNumber(from);
    }
    size_t bytes = type == nullptr ? 0 : type->bytes;
    if (bytes == 0 || (at - from) % bytes != 0) continue;
    put(item);
    putNumber(from);
    return putNumber((at - from) / bytes);
  }
  Found found = find(to);
  if (found.head == nullptr) {
    bool isGone = (at < uintptr_t(&__stack_high) && at < stackNow()) || at >= uintptr_t(&__heap_base);
    return put(isGone ? dangling : elsewhere);
  }
  uintptr_t from = at;
  uint32_t count = 0;
  const Type* shown = type;
  if (found.head->type != nullptr && found.from + found.head->first <= at) {
    shown = found.head->type;
    from = found.from + found.head->first;
    if (found.head->isArray) count = (found.to - from) / shown->bytes;
  } else if (shown != nullptr && shown->bytes != 0) {
    bool isArray = found.isMany || (found.from == at && reinterpret_cast<Head*>(found.from) - 1 == found.head);
    if (isArray && (at - found.from) % shown->bytes == 0) {
      from = found.from;
      count = (found.to - from) / shown->bytes;
      if (count == 1 && !found.isMany) count = 0;
    }
  }
  if (shown == nullptr || shown->bytes == 0 || from + shown->bytes > found.to) {
    return put(elsewhere);
  }
  uint32_t i = 0;
  while (i < boxCount && boxes[i].at != reinterpret_cast<void*>(from)) i++;
  if (i == boxCount) {
    if (boxCount == boxesMost) return put(elsewhere);
    boxes[boxCount++] = {reinterpret_cast<void*>(from), shown, count, 0};
  }
  put(from == at || count == 0 ? address : item);
  putNumber(from);
  if (from != at && count != 0) putNumber((at - from) / shown->bytes);
}

void putText(const char* from, size_t size) {
  if (!hasRoom()) return;
  put(size > lettersMost ? textCut : text);
  if (size > lettersMost) size = lettersMost;
  putNumber(size);
  putBytes(from, size);
}

void putArray(const void* at, const Type* type, size_t count, size_t row) {
  auto letters = static_cast<const char*>(at);
  if (row == 0 && type->bytes == 1 && strstr(type->name, "= char]") != nullptr && !isUnset(at, 1)) {
    return putText(letters, strnlen(letters, count));
  }
  if (!hasRoom()) return;
  put(array);
  putType(type->name);
  const char* from = static_cast<const char*>(at);
  size_t step = row == 0 ? 1 : row, items = count / step;
  for (size_t i = 0; i < items && i < elementsMost; i++) {
    const char* one = from + i * step * type->bytes;
    if (row == 0) type->show(one);
    else putArray(one, type, row, 0);
  }
  put(end);
  putNumber(items > elementsMost ? items - elementsMost : 0);
}

// Writes a value; one that does not fit is hidden.
void putValue(const void* at, const Type* type, size_t count, size_t row) {
  size_t from = used;
  depth = nodes = 0;
  if (used + 4096 < sizeof buffer) {
    if (!isReadable(at, type->bytes * (count == 0 ? 1 : count))) put(dangling);
    else if (count == 0) type->show(at);
    else putArray(at, type, count, row);
  } else isFull = true;
  if (!isFull) return;
  used = from;
  isFull = false;
  put(hidden);
}

void putFrames() {
  uint32_t count = innermost->depth + 1;
  putNumber(sentFrames);
  putNumber(count - sentFrames);
  for (uint32_t i = sentFrames; i < count; i++) {
    Frame* frame = innermost;
    while (frame->depth > i) frame = frame->outer;
    putWord(frame->name);
    putNumber(frame->base);
  }
  sentFrames = count;
}

void putVariables() {
  uint32_t count = innermost->count;
  putNumber(sentVariables);
  putNumber(count - sentVariables);
  for (uint32_t i = sentVariables; i < count; i++) {
    putWord(variables[i].name);
    putNumber(uintptr_t(variables[i].at));
  }
  for (uint32_t i = 0; i < count && i < shownMost; i++) {
    uint32_t index = i < shownFirst || count <= shownMost ? i : count - shownMost + i;
    Variable& variable = variables[index];
    size_t from = used;
    putNumber(index + 1);
    size_t value = used;
    putValue(variable.at, variable.type, variable.count, variable.row);
    uint64_t hash = hashFrom(value);
    if (index < sentVariables && hash == variable.hash) used = from;
    variable.hash = hash;
  }
  put(0);
  sentVariables = count;
}

void putBoxes() {
  size_t from = used;
  bool isSame = true;
  put(1);
  for (uint32_t i = 0; i < boxCount; i++) {
    putNumber(uintptr_t(boxes[i].at));
    size_t flag = used;
    put(1);
    putValue(boxes[i].at, boxes[i].type, boxes[i].count, 0);
    boxes[i].hash = hashFrom(flag + 1);
    if (i >= boxCountBefore || boxesBefore[i].at != boxes[i].at) isSame = false;
    for (uint32_t k = 0; k < boxCountBefore; k++) {
      if (boxesBefore[k].at != boxes[i].at) continue;
      if (boxesBefore[k].hash == boxes[i].hash) {
        used = flag;
        put(0);
      } else isSame = false;
    }
  }
  put(0);
  if (isSame && boxCount == boxCountBefore) {
    used = from;
    put(0);
  }
  memcpy(boxesBefore, boxes, boxCount * sizeof(Box));
  boxCountBefore = boxCount;
}

void truncate(Frame* frame, uint32_t count) {
  bool isRaw = false;
  for (uint32_t i = count; i < frame->count; i++) {
    if (!variables[i].isRaw) continue;
    for (Raw& raw : raws) {
      if (raw.isLive && raw.from == variables[i].at) isRaw = true, raw.isLive = false;
    }
  }
  if (isRaw) limitRaws();
  frame->count = count;
  if (sentVariables > count) sentVariables = count;
}

[[gnu::noinline]] void record(unsigned line) {
  used = 0;
  isFull = false;
  boxCount = 0;
  putNumber(line);
  putFrames();
  putVariables();
  putBoxes();
  // Of what the program was given, so many bytes are not read yet.
  doubtlessStep(buffer, used, uint32_t(__freadahead(stdin)));
}

}  // namespace

extern "C" {

void __steps_enter(Frame* frame, const char* name) {
  frame->name = name;
  frame->outer = innermost;
  frame->depth = innermost->depth + 1;
  frame->base = frame->count = innermost->count;
  innermost = frame;
}

void __steps_leave(Frame* frame) {
  truncate(frame, frame->base);
  innermost = frame->outer;
  if (sentFrames > frame->depth) sentFrames = frame->depth;
}

void __steps_restore(Frame* frame, unsigned count) { truncate(frame, count); }

void __steps_at(Frame* frame, unsigned line) {
  if (isBusy) return;
  frame->line = line;
  if (innermost != frame) {
    // A longjmp left the calls inside this one.
    innermost = frame;
    if (sentFrames > frame->depth + 1) sentFrames = frame->depth + 1;
    if (sentVariables > frame->count) sentVariables = frame->count;
  }
  if (__fpending(stdout) > 0) fflush(stdout);
  programStack = stackPointer();
  isBusy = true;
  setStackPointer(uintptr_t(ownStack + sizeof ownStack));
  record(line);
  setStackPointer(programStack);
  isBusy = false;
}

void doubtlessClearStack() {
  constexpr uintptr_t most = 256 * 1024;
  uintptr_t to = stackPointer(), from = to > most ? to - most : 0;
  memset(reinterpret_cast<void*>(from), 0, to - from);
}

void __steps_variable(Frame* frame, const char* name, const void* at, const Type* type, size_t count, size_t row, bool isRaw) {
  if (innermost != frame) return;
  for (uint32_t i = frame->base; i < frame->count; i++) {
    if (variables[i].at == at && strcmp(variables[i].name, name) == 0) return;
  }
  if (frame->count >= variablesMost) return;
  variables[frame->count++] = {name, at, type, uint32_t(count), uint32_t(row), 0, isRaw};
  if (isRaw) addRaw(at, type->bytes * (count == 0 ? 1 : count));
}

void __steps_global(const char* name, const void* at, const Type* type) {
  if (innermost != &root || root.count >= shownFirst) return;
  variables[root.count++] = {name, at, type, 0, 0, 0, false};
}

void __steps_forget_globals() {
  // The variables of calls that exit() does not end stand after them.
  for (uint32_t i = 0; i < root.count; i++) variables[i].type = &gone;
}

void __steps_made(const void* at, const Type* type, bool isArray, bool isRaw) {
  Found found = find(at);
  if (found.head == nullptr || type->bytes == 0) return;
  found.head->type = type;
  found.head->first = uint16_t(uintptr_t(at) - found.from);
  found.head->isArray = isArray;
  if (isRaw) addRaw(at, found.to - uintptr_t(at));
}

void __steps_written(const void* at, size_t bytes) { noteStore(at, bytes); }
void __steps_touched(const void* at) {
  for (Raw& raw : raws) if (raw.isLive && raw.from == at) raw.isTouched = true;
}

void __sanitizer_cov_store1(const void* at) { noteStore(at, 1); }
void __sanitizer_cov_store2(const void* at) { noteStore(at, 2); }
void __sanitizer_cov_store4(const void* at) { noteStore(at, 4); }
void __sanitizer_cov_store8(const void* at) { noteStore(at, 8); }
void __sanitizer_cov_store16(const void* at) { noteStore(at, 16); }

bool __steps_unset(const void* at, size_t bytes) {
  if (!isUnset(at, bytes)) return false;
  putTag(unset);
  return true;
}
bool __steps_readable(const void* at, size_t bytes) { return isReadable(at, bytes); }
// Whether the first word of a container, which leads to its first element or is null, is plausible.
bool __steps_sane(const void* container, size_t bytes) {
  const void* first;
  memcpy(&first, container, sizeof first);
  auto from = static_cast<const char*>(container);
  return first == nullptr || (first >= from && first < from + bytes) || isReadable(first, 1);
}
bool __steps_deeper() {
  if (depth < depthMost && nodes < nodesMost) return ++depth, true;
  putTag(hidden);
  return false;
}
void __steps_shallower() { depth--; }

void __steps_integer(long long value) {
  if (!hasRoom()) return;
  put(integer);
  putNumber((uint64_t(value) << 1) ^ uint64_t(value >> 63));
}
void __steps_natural(unsigned long long value) {
  if (!hasRoom()) return;
  put(natural);
  putNumber(value);
}
void __steps_double(double value) {
  if (!hasRoom()) return;
  put(floating64);
  putBytes(&value, sizeof value);
}
void __steps_float(float value) {
  if (!hasRoom()) return;
  put(floating32);
  putBytes(&value, sizeof value);
}
void __steps_character(unsigned char value) {
  if (!hasRoom()) return;
  put(character);
  put(value);
}
void __steps_flag(bool value) { putTag(value ? isTrue : isFalse); }
void __steps_word(const char* value) {
  if (!hasRoom()) return;
  put(word);
  putWord(value);
}
void __steps_enumerator(const char* function, long long value) {
  const char* from = strstr(function, ", V = ");
  size_t size = from == nullptr ? 0 : strlen(from += 6);
  bool hasName = size > 1 && (isalpha(static_cast<unsigned char>(*from)) || *from == '_');
  if (!hasName) return __steps_integer(value);
  if (!hasRoom()) return;
  // Without the bracket at the end.
  put(word);
  size = size - 1 < nameMost ? size - 1 : nameMost;
  putNumber(size);
  putBytes(from, size);
}
void __steps_text(const char* from, size_t size) { putText(from, size); }
// An array of characters (with its type), or what a pointer to characters leads to.
void __steps_letters(const char* from, const Type* array) {
  size_t most = array == nullptr ? 0 : array->bytes;
  if (array != nullptr && most != 0 && isUnset(from, 1)) return putTag(unset);
  if (array == nullptr) {
    static const Type letter{"[T = char]", 1, [](const void* at) { __steps_character(*static_cast<const unsigned char*>(at)); }};
    uintptr_t at = uintptr_t(from);
    bool isStatic = at >= uintptr_t(&__stack_high) && at < uintptr_t(&__heap_base);
    if (!isStatic) return putPointer(from, &letter);
    most = uintptr_t(&__heap_base) - at;
  }
  putText(from, strnlen(from, most));
}
void __steps_hidden() { putTag(hidden); }
void __steps_pointer(const void* to, const Type* type) { putPointer(to, type); }
void __steps_array(const void* at, const Type* type, size_t count, size_t row) { putArray(at, type, count, row); }
void __steps_list(const char* type) {
  put(list);
  putType(type);
}
void __steps_map(const char* type) {
  put(map);
  putType(type);
}
void __steps_object(const char* type) {
  put(object);
  putType(type);
}
void __steps_field(const char* name) {
  put(field);
  putWord(name);
}
void __steps_end(size_t more) {
  put(end);
  putNumber(more);
}

// ---- the blocks of malloc: the linker leads its callers here

void* __real_malloc(size_t);
void __real_free(void*);
void* __real_realloc(void*, size_t);
int __real_posix_memalign(void**, size_t, size_t);

static void* withHead(void* memory, size_t size, size_t before) {
  if (memory == nullptr) return nullptr;
  char* at = static_cast<char*>(memory) + before;
  reinterpret_cast<Head*>(at)[-1] = {uint32_t(size), uint32_t(before), nullptr, 0, 0};
  setBegin(uintptr_t(at), true);
  return at;
}

void* __wrap_malloc(size_t size) {
  if (size > SIZE_MAX - 64) return nullptr;
  return withHead(__real_malloc(size + sizeof(Head)), size, sizeof(Head));
}
void* __wrap_calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
  void* memory = __wrap_malloc(bytes);
  if (memory != nullptr) memset(memory, 0, bytes);
  return memory;
}
void __wrap_free(void* memory) {
  if (memory == nullptr) return;
  if (!begin(uintptr_t(memory))) return __real_free(memory);
  Head* head = static_cast<Head*>(memory) - 1;
  setBegin(uintptr_t(memory), false);
  dropRaws(memory, head->size);
  __real_free(static_cast<char*>(memory) - head->before);
}
void* __wrap_realloc(void* memory, size_t size) {
  if (memory == nullptr) return __wrap_malloc(size);
  if (!begin(uintptr_t(memory))) return __real_realloc(memory, size);
  size_t before = (static_cast<Head*>(memory) - 1)->size;
  void* moved = __wrap_malloc(size);
  if (moved == nullptr) return nullptr;
  memcpy(moved, memory, before < size ? before : size);
  __wrap_free(memory);
  return moved;
}
int __wrap_posix_memalign(void** to, size_t align, size_t size) {
  if (align <= 16) return (*to = __wrap_malloc(size)) == nullptr ? 48 : 0;
  if (size > SIZE_MAX - 2 * align) return 48;
  void* memory;
  int error = __real_posix_memalign(&memory, align, size + align);
  if (error != 0) return error;
  *to = withHead(memory, size, align);
  return 0;
}
void* __wrap_aligned_alloc(size_t align, size_t size) {
  void* memory = nullptr;
  return __wrap_posix_memalign(&memory, align, size) == 0 ? memory : nullptr;
}
}
