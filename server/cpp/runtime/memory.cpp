// operator new and delete: `new` throws std::bad_alloc where there is no memory left, and `delete`
// checks what it is given.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "block.h"
#include "report.h"

namespace {

using doubtless::alive, doubtless::Block, doubtless::dead, doubtless::edgeSize;
using Kind = doubtless::BlockKind;
using doubtless::many, doubtless::one;
constexpr uint8_t edge = 0xfd, freed = 0xdd;
constexpr size_t heldAtMost = 4 << 20;

Block* oldest = nullptr;
Block* newest = nullptr;
size_t held = 0;

[[noreturn]] void memoryError(const char* what) { doubtless::stop(doubtless::fault, 0, what); }

void* refuse(size_t size) {
  char text[16];
  snprintf(text, sizeof text, "%zu", size);
  doubtless::doubtlessReport(doubtless::memory, 0, text);
  return nullptr;
}

void* allocate(size_t size, Kind kind) {
  if (size > size_t(-1) / 2) return refuse(size);
  for (;;) {
    Block* block = static_cast<Block*>(malloc(sizeof(Block) + size + edgeSize));
    if (block != nullptr) {
      *block = {alive, uint32_t(size), kind, nullptr};
      memset(reinterpret_cast<char*>(block + 1) + size, edge, edgeSize);
      return block + 1;
    }
    if (oldest != nullptr) {
      // Deleted blocks are held to notice mistakes; where memory is short, they are freed first.
      while (oldest != nullptr) {
        Block* next = oldest->next;
        free(oldest);
        oldest = next;
      }
      newest = nullptr;
      held = 0;
      continue;
    }
    std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) return refuse(size);
    handler();
  }
}

void* allocateOrThrow(size_t size, Kind kind) {
  void* memory = allocate(size, kind);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void release(void* memory, Kind kind) {
  if (memory == nullptr) return;
  if ((uintptr_t(memory) & 15) != 0) memoryError("the program deletes something that new did not make");
  Block* block = static_cast<Block*>(memory) - 1;
  if (block->state == dead) memoryError("the program deletes something that it has deleted before");
  if (block->state != alive) memoryError("the program deletes something that new did not make");
  if (block->kind != kind) {
    memoryError(kind == one ? "the program deletes an array with delete: it needs delete[]" : "the program deletes a single object with delete[]: it needs delete");
  }
  const uint8_t* after = static_cast<uint8_t*>(memory) + block->size;
  for (size_t i = 0; i < edgeSize; i++) {
    if (after[i] != edge) {
      char text[80];
      snprintf(text, sizeof text, "the program wrote past the end of a block of %u bytes", unsigned(block->size));
      memoryError(text);
    }
  }
  block->state = dead;
  memset(memory, freed, block->size);
  held += block->size + sizeof(Block) + edgeSize;
  (newest == nullptr ? oldest : newest->next) = block;
  newest = block;
  while (held > heldAtMost) {
    Block* first = oldest;
    oldest = first->next;
    if (oldest == nullptr) newest = nullptr;
    held -= first->size + sizeof(Block) + edgeSize;
    free(first);
  }
}

void* allocateAligned(size_t size, std::align_val_t align) {
  void* memory = nullptr;
  return posix_memalign(&memory, size_t(align), size == 0 ? 1 : size) == 0 ? memory : nullptr;
}
void* allocateAlignedOrThrow(size_t size, std::align_val_t align) {
  void* memory = allocateAligned(size, align);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// A program may replace them, so they are weak.
using Align = std::align_val_t;
[[gnu::weak]] void* operator new(size_t size) { return allocateOrThrow(size, one); }
[[gnu::weak]] void* operator new[](size_t size) { return allocateOrThrow(size, many); }
[[gnu::weak]] void* operator new(size_t size, const std::nothrow_t&) noexcept { return allocate(size, one); }
[[gnu::weak]] void* operator new[](size_t size, const std::nothrow_t&) noexcept { return allocate(size, many); }
[[gnu::weak]] void* operator new(size_t size, Align align) { return allocateAlignedOrThrow(size, align); }
[[gnu::weak]] void* operator new[](size_t size, Align align) { return allocateAlignedOrThrow(size, align); }
[[gnu::weak]] void* operator new(size_t size, Align align, const std::nothrow_t&) noexcept { return allocateAligned(size, align); }
[[gnu::weak]] void* operator new[](size_t size, Align align, const std::nothrow_t&) noexcept { return allocateAligned(size, align); }
[[gnu::weak]] void operator delete(void* memory) noexcept { release(memory, one); }
[[gnu::weak]] void operator delete[](void* memory) noexcept { release(memory, many); }
[[gnu::weak]] void operator delete(void* memory, size_t) noexcept { release(memory, one); }
[[gnu::weak]] void operator delete[](void* memory, size_t) noexcept { release(memory, many); }
[[gnu::weak]] void operator delete(void* memory, const std::nothrow_t&) noexcept { release(memory, one); }
[[gnu::weak]] void operator delete[](void* memory, const std::nothrow_t&) noexcept { release(memory, many); }
[[gnu::weak]] void operator delete(void* memory, Align) noexcept { free(memory); }
[[gnu::weak]] void operator delete[](void* memory, Align) noexcept { free(memory); }
[[gnu::weak]] void operator delete(void* memory, size_t, Align) noexcept { free(memory); }
[[gnu::weak]] void operator delete[](void* memory, size_t, Align) noexcept { free(memory); }
[[gnu::weak]] void operator delete(void* memory, Align, const std::nothrow_t&) noexcept { free(memory); }
[[gnu::weak]] void operator delete[](void* memory, Align, const std::nothrow_t&) noexcept { free(memory); }
