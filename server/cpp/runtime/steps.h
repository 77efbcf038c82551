// Shows the values of a traced program. The compiler includes it before a program that instrument.ts
// has changed; steps.cpp records what it shows. It works from C++11 on, and includes nothing, so that
// the program's own includes stay precompiled. All names begin with two underscores, which belong to
// the compiler, so that no name and no macro of a program collides with them.
#pragma once
#pragma clang system_header

#define __STEPS_QUIET __attribute__((no_sanitize("coverage")))

namespace __steps {

using __size = decltype(sizeof(0));

struct __type {
  const char* __name;  // as in "const char *__name_of() [T = int]"
  __size __bytes;      // 0 where it is not known
  void (*__show)(const void*);
};

struct __frame;

extern "C" {
void __steps_enter(__frame*, const char* name);
void __steps_leave(__frame*);
void __steps_at(__frame*, unsigned line);
void __steps_restore(__frame*, unsigned count);
void __steps_variable(__frame*, const char* name, const void* at, const __type*, __size count, __size row, bool isRaw);
void __steps_forget_globals();
void __steps_global(const char* name, const void* at, const __type*);
void __steps_made(const void* at, const __type*, bool isArray, bool isRaw);
void __steps_written(const void* at, __size bytes);
void __steps_touched(const void* at);

bool __steps_unset(const void* at, __size bytes);
bool __steps_readable(const void* at, __size bytes);
bool __steps_sane(const void* container, __size bytes);
bool __steps_deeper();
void __steps_shallower();
void __steps_integer(long long);
void __steps_natural(unsigned long long);
void __steps_double(double);
void __steps_float(float);
void __steps_character(unsigned char);
void __steps_flag(bool);
void __steps_word(const char*);
void __steps_enumerator(const char* function, long long value);
void __steps_text(const char*, __size);
void __steps_letters(const char*, const __type*);
void __steps_hidden();
void __steps_pointer(const void*, const __type*);
void __steps_array(const void*, const __type*, __size count, __size row);
void __steps_list(const char* type);
void __steps_map(const char* type);
void __steps_object(const char* type);
void __steps_field(const char* name);
void __steps_end(__size more);
}

// So many elements of a list are shown.
constexpr __size __elements_most = 30;

template <class T> constexpr const char* __name_of() { return __PRETTY_FUNCTION__; }
constexpr bool __starts(const char* a, const char* b) { return *b == 0 || (*a == *b && __starts(a + 1, b + 1)); }
constexpr const char* __after(const char* a) { return *a == '=' ? a + 2 : __after(a + 1); }
template <class T> constexpr bool __is(const char* name) { return __starts(__after(__name_of<T>()), name); }
template <class T, class... N> constexpr bool __is(const char* name, N... names) { return __is<T>(name) || __is<T>(names...); }

template <class T> struct __plain { using __t = T; };
template <class T> struct __plain<const T> { using __t = T; };
template <class T> struct __plain<volatile T> { using __t = T; };
template <class T> struct __plain<const volatile T> { using __t = T; };
template <class T> struct __target { static constexpr bool __is = false; };
template <class T> struct __target<T*> { static constexpr bool __is = true; using __t = T; };
template <class T> struct __element { using __t = T; };
template <class T> struct __element<T[]> { using __t = T; };
template <class T, __size N> struct __element<T[N]> { using __t = T; };
template <class T> struct __count { static constexpr __size __n = 0; };
template <class T, __size N> struct __count<T[N]> { static constexpr __size __n = N; };
template <template <class...> class P, class... A> constexpr __size __arguments(const P<A...>*) { return sizeof...(A); }
template <__size> struct __index {};

template <class T> T& __some();
template <class T> constexpr auto __bytes_of(int) -> decltype(sizeof(T)) { return sizeof(T); }
template <class T> constexpr __size __bytes_of(...) { return 0; }
template <class T> constexpr auto __has_fields(int) -> decltype(__some<const T>().__steps_fields(), true) { return true; }
template <class T> constexpr bool __has_fields(...) { return false; }
template <class T> constexpr auto __has_size(int) -> decltype(__some<const T>().size(), true) { return true; }
template <class T> constexpr bool __has_size(...) { return false; }

// The compiler's name of a function tells the name of an enumerator, for values below a bound:
// "… [E = Color, V = green]"; for a value without a name it is "(Color)5".
template <class T, T... N> struct __numbers {};
template <class E, E V> constexpr const char* __enumerator() { return __PRETTY_FUNCTION__; }
template <class E, class U, U... N> __STEPS_QUIET void __enumerated(E x, __numbers<U, N...>) {
  static const char* const names[] = {__enumerator<E, __builtin_bit_cast(E, N)>()...};
  auto value = static_cast<long long>(x);
  if (value < 0 || value >= static_cast<long long>(sizeof...(N))) __steps_integer(value);
  else __steps_enumerator(names[value], value);
}
template <class E> __STEPS_QUIET void __enum(E x) {
  using U = __underlying_type(E);
  __enumerated(x, __make_integer_seq<__numbers, U, __is_same(U, bool) ? 2 : 127>());
}

template <class T> __STEPS_QUIET void __show(const T& x);
template <class T> __STEPS_QUIET void __show_at(const void* at) { __show(*static_cast<const T*>(at)); }
template <class T, bool = (!__is_void(T) && __bytes_of<T>(0) > 0)> struct __type_of { static const __type __value; };
template <class T, bool B> const __type __type_of<T, B>::__value = {__name_of<T>(), sizeof(T), &__show_at<T>};
template <class T> struct __type_of<T, false> { static const __type __value; };
template <class T> const __type __type_of<T, false>::__value = {__name_of<T>(), 0, nullptr};
template <class T> constexpr const __type* __typed() { return &__type_of<typename __plain<T>::__t>::__value; }

// What a class shows of itself: see __steps_fields in instrument.ts.
template <class T> __STEPS_QUIET void __field(const char* name, T& x) {
  __steps_field(name);
  __show_at<typename __plain<T>::__t>(const_cast<const void*>(static_cast<const volatile void*>(__builtin_addressof(x))));
}
template <class T> __STEPS_QUIET void __reference(const char* name, T& x) {
  __steps_field(name);
  __steps_pointer(const_cast<const void*>(static_cast<const volatile void*>(__builtin_addressof(x))), __typed<T>());
}
template <class T> __STEPS_QUIET void __base(const T& x) {
  if constexpr (__has_fields<T>(0)) x.T::__steps_fields();
  else if constexpr (!__is_empty(T)) __field("(base)", x);
}

template <class A> struct __inside : A {
  static const typename A::container_type& __of(const A& a) { return a.*&__inside::c; }
};

// Makes get<I>(x) a template's name for C++11 to C++17; the real one is found by its argument.
template <__size> void get(__index<0>);
template <class T, __size I, __size N> __STEPS_QUIET void __tuple(const T& x) {
  if constexpr (I < N) {
    const char name[] = {'0' + I / 10 % 10, '0' + I % 10, 0};
    __steps_field(I < 10 ? name + 1 : name);
    __show(get<I>(x));
    __tuple<T, I + 1, N>(x);
  }
}
template <class T, __size I, __size N> __STEPS_QUIET void __alternative(const T& x) {
  if constexpr (I < N) x.index() == I ? __show(get<I>(x)) : __alternative<T, I + 1, N>(x);
}

// A container's node is a block on the heap, or lies in the container itself.
template <class C, class I> __STEPS_QUIET bool __reaches(const C& x, const I& at) {
  const void* node;
  __builtin_memcpy(&node, __builtin_addressof(at), sizeof node);
  auto from = reinterpret_cast<const char*>(__builtin_addressof(x));
  return (node >= from && node < from + sizeof x) || __steps_readable(node, 4);
}

template <class T> __STEPS_QUIET void __items(const T& x) {
  __size n = 0, more = 0;
  for (auto at = x.begin(); at != x.end(); ++at) {
    if (!__is<T>("std::array<") && !__reaches(x, at)) break;
    if (n++ == __elements_most) {
      if constexpr (__has_size<T>(0)) more = x.size() - __elements_most;
      else more = 1;
      break;
    }
    if constexpr (__is<T>("std::map<", "std::multimap<", "std::unordered_map<", "std::unordered_multimap<")) {
      __show((*at).first);
      __show((*at).second);
    } else if constexpr (__is<T>("std::vector<bool")) __steps_flag(static_cast<bool>(*at));
    else __show(*at);
  }
  __steps_end(more);
}

template <class T> __STEPS_QUIET void __container(const T& x) {
  constexpr bool isMap = __is<T>("std::map<", "std::multimap<", "std::unordered_map<", "std::unordered_multimap<");
  if (!__steps_sane(__builtin_addressof(x), sizeof x)) return __steps_hidden();
  if constexpr (__is<T>("std::vector<") && !__is<T>("std::vector<bool")) {
    if (x.size() != 0 && !__steps_readable(x.data(), x.size() * sizeof(*x.data()))) return __steps_hidden();
  }
  isMap ? __steps_map(__name_of<T>()) : __steps_list(__name_of<T>());
  __items(x);
}

template <class T> __STEPS_QUIET void __view(const T& x) {
  if (x.size() != 0 && !__steps_readable(x.begin() == x.end() ? nullptr : __builtin_addressof(*x.begin()), 1)) return __steps_hidden();
  __steps_list(__name_of<T>());
  __items(x);
}

template <class T> __STEPS_QUIET void __standard(const T& x) {
  if constexpr (__is<T>("std::string]", "std::string_view]", "std::basic_string<char", "std::basic_string_view<char>")) {
    if (x.size() != 0 && !__steps_readable(x.data(), x.size())) __steps_hidden();
    else __steps_text(x.data(), x.size());
  } else if constexpr (__is<T>("std::vector<", "std::deque<", "std::list<", "std::forward_list<", "std::set<", "std::multiset<", "std::unordered_set<", "std::unordered_multiset<", "std::map<", "std::multimap<", "std::unordered_map<", "std::unordered_multimap<")) {
    __container(x);
  } else if constexpr (__is<T>("std::array<")) {
    __steps_list(__name_of<T>());
    __items(x);
  } else if constexpr (__is<T>("std::initializer_list<", "std::span<")) {
    __view(x);
  } else if constexpr (__is<T>("std::pair<")) {
    __steps_object(__name_of<T>());
    __steps_field("first");
    __show(x.first);
    __steps_field("second");
    __show(x.second);
    __steps_end(0);
  } else if constexpr (__is<T>("std::tuple<")) {
    __steps_object(__name_of<T>());
    __tuple<T, 0, __arguments(static_cast<const T*>(nullptr))>(x);
    __steps_end(0);
  } else if constexpr (__is<T>("std::stack<", "std::queue<", "std::priority_queue<")) {
    __steps_list(__name_of<T>());
    __items(__inside<T>::__of(x));
  } else if constexpr (__is<T>("std::optional<")) {
    if (x.has_value()) __show(*x);
    else __steps_word("nullopt");
  } else if constexpr (__is<T>("std::variant<")) {
    if (x.valueless_by_exception()) __steps_hidden();
    else __alternative<T, 0, __arguments(static_cast<const T*>(nullptr))>(x);
  } else if constexpr (__is<T>("std::unique_ptr<", "std::shared_ptr<")) {
    __steps_pointer(x.get(), __typed<typename T::element_type>());
  } else if constexpr (__is<T>("std::weak_ptr<")) {
    const void* to;
    __builtin_memcpy(&to, __builtin_addressof(x), sizeof to);
    if (to != nullptr && x.expired()) __steps_pointer(reinterpret_cast<const void*>(-1), nullptr);
    else __steps_pointer(to, __typed<typename T::element_type>());
  } else if constexpr (__is<T>("std::reference_wrapper<")) {
    __steps_pointer(__builtin_addressof(x.get()), __typed<typename T::type>());
  } else if constexpr (__is<T>("std::__wrap_iter<")) {
    const void* to;
    __builtin_memcpy(&to, __builtin_addressof(x), sizeof to);
    __steps_pointer(to, __typed<typename T::value_type>());
  } else if constexpr (__is<T>("std::complex<")) {
    __steps_object(__name_of<T>());
    __steps_field("real");
    __show(x.real());
    __steps_field("imag");
    __show(x.imag());
    __steps_end(0);
  } else if constexpr (__is<T>("std::bitset<")) {
    char digits[129];
    __size n = 0;
    for (__size i = x.size(); i > 0 && n < 128; i--) digits[n++] = x[i - 1] ? '1' : '0';
    digits[n] = 0;
    __steps_word(digits);
  } else if constexpr (__is<T>("std::atomic<")) {
    __show(x.load());
  } else __steps_hidden();
}

template <class T> __STEPS_QUIET void __nested(const T& x) {
  if constexpr (__has_fields<T>(0)) {
    __steps_object(__name_of<T>());
    x.__steps_fields();
    __steps_end(0);
  } else if constexpr (__is<T>("std::")) __standard(x);
  else __steps_hidden();
}

template <class V> __STEPS_QUIET void __show(const V& x) {
  using T = typename __plain<V>::__t;
  const void* at = const_cast<const void*>(static_cast<const volatile void*>(__builtin_addressof(x)));
  if constexpr (__is_array(T)) {
    using E = typename __plain<typename __element<T>::__t>::__t;
    if constexpr (__is_same(E, char)) __steps_letters(static_cast<const char*>(at), &__type_of<T>::__value);
    else __steps_array(at, __typed<E>(), __count<T>::__n, 0);
  } else if constexpr (__is_class(T)) {
    if (!__steps_deeper()) return;
    __nested(*static_cast<const T*>(at));
    __steps_shallower();
  } else if constexpr (__is_union(T)) {
    __steps_word("a union");
  } else if constexpr (__is_function(T) || __is_member_pointer(T)) {
    __steps_hidden();
  } else if constexpr (__is_same(T, decltype(nullptr))) {
    __steps_pointer(nullptr, nullptr);
  } else {
    if (__steps_unset(at, sizeof(T))) return;
    const T& value = *static_cast<const T*>(at);
    if constexpr (__is_same(T, bool)) __steps_flag(*static_cast<const unsigned char*>(at) != 0);
    else if constexpr (__is_same(T, char)) __steps_character(value);
    else if constexpr (__is_same(T, float)) __steps_float(value);
    else if constexpr (__is_floating_point(T)) __steps_double(static_cast<double>(value));
    else if constexpr (__is_enum(T)) __enum(value);
    else if constexpr (__is_integral(T)) {
      if constexpr (T(-1) < T(0)) __steps_integer(static_cast<long long>(value));
      else __steps_natural(static_cast<unsigned long long>(value));
    } else if constexpr (__target<T>::__is) {
      using To = typename __plain<typename __target<T>::__t>::__t;
      if constexpr (__is_function(To)) __steps_word("function");
      else if constexpr (__is_same(To, char)) __steps_letters(value, nullptr);
      else __steps_pointer(const_cast<const void*>(static_cast<const volatile void*>(value)), &__type_of<To>::__value);
    } else __steps_hidden();
  }
}

// A call of a function, from its first statement to its end.
struct __frame {
  const char* __name = nullptr;
  __frame* __outer = nullptr;
  unsigned __line = 0, __depth = 0, __base = 0, __count = 0;

  __STEPS_QUIET explicit __frame(const char* name) { __steps_enter(this, name); }
  __STEPS_QUIET ~__frame() { __steps_leave(this); }
  __frame(const __frame&) = delete;

  __STEPS_QUIET void __at(unsigned line) { __steps_at(this, line); }
  template <class T> __STEPS_QUIET void __add(const char* name, T& x) { __declare(name, x, false); }
  // A variable without an initializer.
  template <class T> __STEPS_QUIET void __raw(const char* name, T& x) { __declare(name, x, __is_trivially_constructible(typename __plain<T>::__t)); }
  // An array whose size may be known only when it runs. `row`: the elements of its last dimension.
  template <class T> __STEPS_QUIET void __array(const char* name, T* first, __size count, __size row, bool isRaw) {
    __steps_variable(this, name, first, __typed<T>(), count, row, isRaw && __is_trivially_constructible(typename __plain<T>::__t));
  }
  template <class T> __STEPS_QUIET void __written(T& x) { __steps_written(const_cast<const void*>(static_cast<const volatile void*>(__builtin_addressof(x))), sizeof x); }
  template <class T> __STEPS_QUIET void __touched(T& x) { __steps_touched(const_cast<const void*>(static_cast<const volatile void*>(__builtin_addressof(x)))); }

  template <class T> __STEPS_QUIET void __declare(const char* name, T& x, bool isRaw) {
    if constexpr (!__is_function(T)) __steps_variable(this, name, const_cast<const void*>(static_cast<const volatile void*>(__builtin_addressof(x))), __typed<T>(), 0, 0, isRaw);
  }
};

// Forgets the variables of a block at its end.
struct __scope {
  __frame& __of;
  unsigned __count;
  __STEPS_QUIET explicit __scope(__frame& f) : __of(f), __count(f.__count) {}
  __STEPS_QUIET ~__scope() { __steps_restore(&__of, __count); }
  __scope(const __scope&) = delete;
};

// A variable of a block, until just before it is destroyed.
template <class T, bool = __is_trivially_destructible(T)> struct __variable {
  template <class V> __STEPS_QUIET __variable(__frame& f, const char* name, V& x, bool isRaw) { f.__declare(name, x, isRaw && __is_trivially_constructible(typename __plain<V>::__t)); }
};
template <class T> struct __variable<T, false> {
  __scope __of;
  template <class V> __STEPS_QUIET __variable(__frame& f, const char* name, V& x, bool) : __of(f) { f.__declare(name, x, false); }
};

// Forgets the global variables before they are destroyed: it is made after all of them.
struct __globals {
  __STEPS_QUIET __globals() {}
  __STEPS_QUIET ~__globals() { __steps_forget_globals(); }
};

template <class T> __STEPS_QUIET void __global(const char* name, T& x) {
  __steps_global(name, const_cast<const void*>(static_cast<const volatile void*>(__builtin_addressof(x))), __typed<T>());
}

// What `new` made: its type is shown, also where a pointer to a base leads to it.
template <class T> __STEPS_QUIET T* __made(T* made, bool isArray, bool isRaw) {
  if (made != nullptr) __steps_made(const_cast<const void*>(static_cast<const volatile void*>(made)), __typed<T>(), isArray, isRaw && __is_trivially_constructible(typename __plain<T>::__t));
  return made;
}

}  // namespace __steps
