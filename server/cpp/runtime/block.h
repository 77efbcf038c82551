// What memory.cpp keeps in front of every block of operator new; steps.cpp reads it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace doubtless {

// The 16 bytes after a block show whether the program wrote past its end.
struct Block {
  uint32_t state;
  uint32_t size;
  uint32_t kind;
  Block* next;
};
static_assert(sizeof(Block) == 16);
constexpr uint32_t alive = 0x4c495645, dead = 0x44454144;
constexpr size_t edgeSize = 16;
enum BlockKind : uint32_t { one = 1, many = 2 };

}  // namespace doubtless
