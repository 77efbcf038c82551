// Prints the value of a call, from C++11 on: as std::cout does, true and false for a bool; what has
// parts as C++ writes it, {1, 2} or {"a", 'b'}. All names begin with two underscores, which belong to
// the compiler, so that no name and no macro of a program collides with them.
#pragma once
#pragma clang system_header
#include <iostream>

namespace __calls {

// What a program defines as `int` by a macro is none of this.
using __number = int;

// Ends the program: the call does not fit it.
extern "C" [[noreturn]] void doubtlessUnfit(const char* sentence);

struct __end {};
template <int N> struct __rank : __rank<N - 1> {};
template <> struct __rank<0> {};

// Of the program's own manipulators, none applies to it.
inline std::ostream& __out() {
  static std::ostream out(std::cout.rdbuf());
  out << std::boolalpha;
  return out;
}

template <class T> void __show(const T& value, bool isPart);

template <bool> struct __only {};
template <> struct __only<true> { using __t = void; };
template <class T, class... N> struct __is { static constexpr bool __value = false; };
template <class T, class... N> struct __is<T, T, N...> { static constexpr bool __value = true; };
template <class T, class U, class... N> struct __is<T, U, N...> : __is<T, N...> {};
template <class T> using __bare = typename std::decay<T>::type;

template <class T> typename __only<__is<__bare<const T>, std::string, char*, const char*>::__value>::__t __put(const T& text, bool isPart, __rank<6>) {
  const char* quote = isPart ? "\"" : "";
  __out() << quote << text << quote;
}
template <class T> typename __only<__is<T, char>::__value>::__t __put(const T& one, bool isPart, __rank<6>) {
  const char* quote = isPart ? "'" : "";
  __out() << quote << one << quote;
}
template <class T> void __put_list(const T& list) {
  const char* before = "{";
  for (const auto& one : list) {
    __out() << before;
    __show(one, true);
    before = ", ";
  }
  __out() << (*before == '{' ? "{}" : "}");
}
template <class T, std::size_t N> void __put(const T (&list)[N], bool, __rank<5>) { __put_list(list); }
template <class T> typename __only<std::is_pointer<T>::value>::__t __put(const T& at, bool, __rank<5>) {
  if (at == nullptr) __out() << "nullptr";
  else __out() << at;
}
template <class T> auto __put(const T& value, bool, __rank<4>) -> decltype(void(std::declval<std::ostream&>() << value)) {
  __out() << value;
}
template <class T> auto __put(const T& list, bool, __rank<3>) -> decltype(void(std::begin(list)), void(std::end(list))) {
  __put_list(list);
}
template <class T> auto __put(const T& pair, bool, __rank<2>) -> decltype(void(pair.first), void(pair.second)) {
  __out() << '{';
  __show(pair.first, true);
  __out() << ", ";
  __show(pair.second, true);
  __out() << '}';
}
template <class T, std::size_t N> struct __parts {
  static void __show_all(const T& parts) {
    __parts<T, N - 1>::__show_all(parts);
    if (N > 1) __out() << ", ";
    __show(std::get<N - 1>(parts), true);
  }
};
template <class T> struct __parts<T, 0> {
  static void __show_all(const T&) {}
};
template <class T> auto __put(const T& parts, bool, __rank<1>) -> decltype(void(std::tuple_size<T>::value)) {
  __out() << '{';
  __parts<T, std::tuple_size<T>::value>::__show_all(parts);
  __out() << '}';
}
template <class T> void __cannot() {
  static_assert(sizeof(T) == 0, "this value cannot be printed");
}
template <class T> void __put(const T&, bool, __rank<0>) { __cannot<T>(); }

template <class T> void __show(const T& value, bool isPart) { __put(value, isPart, __rank<6>()); }

// Not called for a `void`. An expression that prints is its stream.
template <class T> void operator,(T&& value, __end) {
  __show(value, false);
  __out() << '\n';
}
inline void operator,(std::ostream&, __end) {}

}  // namespace __calls
