// Random numbers as g++ draws them: with the same seed, a program prints the same ones as on the
// machines of most courses. The library's headers include it (gnu_headers.ts).
#pragma once

#include <cstdint>

namespace doubtless {

// A number from 0 to `most`, of a generator whose numbers are all equally likely.
template <class _Gen>
uint64_t __draw(_Gen& __gen, uint64_t __most) {
  const uint64_t __lowest = _Gen::min(), __range = uint64_t(_Gen::max()) - __lowest;
  if (__range == __most) return __gen() - __lowest;
  if (__range < __most) {
    // The number has several digits to the base of what the generator gives.
    for (const uint64_t __base = __range + 1;;) {
      uint64_t __high = __base * __draw(__gen, __most / __base);
      uint64_t __number = __high + (uint64_t(__gen()) - __lowest);
      if (__number <= __most && __number >= __high) return __number;
    }
  }
  const uint64_t __count = __most + 1;
  if (__range == UINT32_MAX) {
    uint64_t __product = uint64_t(uint32_t(__gen())) * __count;
    // Of 2^32 numbers, so many are left over: they would make some results likelier.
    if (uint32_t(__product) < __count) {
      const uint32_t __over = uint32_t(-uint32_t(__count)) % uint32_t(__count);
      while (uint32_t(__product) < __over) __product = uint64_t(uint32_t(__gen())) * __count;
    }
    return __product >> 32;
  }
  if (__range == UINT64_MAX) {
    using __wide = unsigned __int128;
    __wide __product = __wide(__gen()) * __count;
    if (uint64_t(__product) < __count) {
      const uint64_t __over = -__count % __count;
      while (uint64_t(__product) < __over) __product = __wide(__gen()) * __count;
    }
    return uint64_t(__product >> 64);
  }
  const uint64_t __each = __range / __count;
  uint64_t __number;
  do __number = (uint64_t(__gen()) - __lowest) / __each;
  while (__number >= __count);
  return __number;
}

// `swap(i, j)` swaps two elements by their places.
template <class _Gen, class _Swap>
void __shuffle(uint64_t __count, _Gen& __gen, _Swap __swap) {
  if (__count == 0) return;
  const uint64_t __range = uint64_t(_Gen::max()) - uint64_t(_Gen::min());
  uint64_t __at = 1;
  // One number says the places of two elements.
  const bool __isPaired = __range / __count >= __count;
  if (__isPaired && __count % 2 == 0) __swap(__at++, __draw(__gen, 1));
  while (__at < __count) {
    if (!__isPaired) {
      __swap(__at, __draw(__gen, __at));
      __at++;
      continue;
    }
    uint64_t __both = __draw(__gen, (__at + 1) * (__at + 2) - 1);
    __swap(__at, __both / (__at + 2));
    __swap(__at + 1, __both % (__at + 2));
    __at += 2;
  }
}

}  // namespace doubtless
