/**
 * Where a program shows which library it was compiled with, the headers are changed so that it does
 * as with g++: in which order the elements of a container are destroyed and moved, and which numbers
 * come from a seed.
 */
import type { PackedFiles } from "./pack.ts";

export const RANDOM_HEADER = "/usr/include/sandbox/random.h";
const INCLUDE_RANDOM = `#include "${RANDOM_HEADER}"\n`;

/** File → the parts that are replaced, each once. */
const CHANGES: Record<string, [part: string, by: string][]> = {
  // From the first element to the last.
  "__vector/vector.h": [[
    `    pointer __soon_to_be_end = this->__end_;
    while (__new_last != __soon_to_be_end)
      __alloc_traits::destroy(this->__alloc_, std::__to_address(--__soon_to_be_end));
`,
    `    for (pointer __at = __new_last; __at != this->__end_; ++__at)
      __alloc_traits::destroy(this->__alloc_, std::__to_address(__at));
`,
  ]],
  // Where nothing can be thrown, each element is destroyed as soon as it has moved.
  "__memory/uninitialized_algorithms.h": [[
    `#endif
      ++__iter;
      ++__result;
    }
    __guard.__complete();
    std::__allocator_destroy(__alloc, __first, __last);
`,
    `#endif
      if (__is_one_by_one) allocator_traits<_Alloc>::destroy(__alloc, std::__to_address(__iter));
      ++__iter;
      ++__result;
    }
    __guard.__complete();
    if (!__is_one_by_one) std::__allocator_destroy(__alloc, __first, __last);
`,
  ], [
    `    auto __iter = __first;
    while (__iter != __last) {
#if _LIBCPP_HAS_EXCEPTIONS
      allocator_traits<_Alloc>::construct(__alloc, std::__to_address(__result), std::move_if_noexcept(*__iter));
`,
    `    auto __iter = __first;
    const bool __is_one_by_one =
        is_nothrow_move_constructible<_ValueType>::value && is_nothrow_destructible<_ValueType>::value;
    while (__iter != __last) {
#if _LIBCPP_HAS_EXCEPTIONS
      allocator_traits<_Alloc>::construct(__alloc, std::__to_address(__result), std::move_if_noexcept(*__iter));
`,
  ]],
  // Maps and sets: the greatest key first.
  "__tree": [[
    "      (*this)(static_cast<__node_pointer>(__ptr->__left_));\n\n      auto __right = __ptr->__right_;\n",
    "      (*this)(static_cast<__node_pointer>(__ptr->__right_));\n\n      auto __right = static_cast<__node_pointer>(__ptr->__left_);\n",
  ]],
  "__random/uniform_int_distribution.h": [[
    `  typedef __conditional_t<sizeof(result_type) <= sizeof(uint32_t), uint32_t, __make_unsigned_t<result_type> > _UIntType;
  const _UIntType __rp = _UIntType(__p.b()) - _UIntType(__p.a()) + _UIntType(1);
  if (__rp == 1)
    return __p.a();
`,
    `  typedef __conditional_t<sizeof(result_type) <= sizeof(uint64_t), uint64_t, __make_unsigned_t<result_type> > _UIntType;
  const _UIntType __rp = _UIntType(__p.b()) - _UIntType(__p.a()) + _UIntType(1);
  if (sizeof(result_type) <= sizeof(uint64_t))
    return static_cast<result_type>(_UIntType(__p.a()) + ::doubtless::__draw(__g, static_cast<uint64_t>(__rp - 1)));
`,
  ], ["#include <__config>\n", `#include <__config>\n${INCLUDE_RANDOM}`]],
  "__random/normal_distribution.h": [[
    `    __v_             = __v * __fp;
    __v_hot_         = true;
    __up             = __u * __fp;
`,
    `    __v_             = __u * __fp;
    __v_hot_         = true;
    __up             = __v * __fp;
`,
  ]],
  "__random/default_random_engine.h": [[
    "typedef minstd_rand default_random_engine;",
    "typedef minstd_rand0 default_random_engine;",
  ]],
  "__algorithm/shuffle.h": [[
    `  auto __last          = __original_last;
  difference_type __d  = __last - __first;
  if (__d > 1) {
    _Dp __uid;
    for (--__last, (void)--__d; __first < __last; ++__first, (void)--__d) {
      difference_type __i = __uid(__g, _Pp(0, __d));
      if (__i != difference_type(0))
        _IterOps<_AlgPolicy>::iter_swap(__first, __first + __i);
    }
  }
`,
    `  ::doubtless::__shuffle(__original_last - __first, __g, [&](difference_type __i, difference_type __j) {
    _IterOps<_AlgPolicy>::iter_swap(__first + __i, __first + __j);
  });
`,
  ], [
    `  typedef uniform_int_distribution<ptrdiff_t> _Dp;
  typedef typename _Dp::param_type _Pp;

  auto __original_last`,
    "  auto __original_last",
  ]],
};

export function likeGnu(files: PackedFiles): void {
  for (const [name, changes] of Object.entries(CHANGES)) {
    const path = `usr/include/c++/v1/${name}`;
    let text = new TextDecoder().decode(files.get(path));
    for (const [part, by] of changes) {
      if (!text.includes(part)) throw new Error(`${path} has changed: look at its part ${part}`);
      text = text.replace(part, () => by);
    }
    files.set(path, new TextEncoder().encode(text));
  }
}
