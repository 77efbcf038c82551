// Throws and catches in every way; exceptions.txt is what a native compiler prints.
#include <any>
#include <bitset>
#include <cstring>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <variant>
#include <vector>
using namespace std;
struct T { string n; T(string n) : n(n) { cout << "+" << n << ' '; } ~T() { cout << "-" << n << ' '; } };
struct A { virtual ~A() {} int a = 1; };
struct B { virtual ~B() {} int b = 2; };
struct C : A, B { int c = 3; };
struct MyErr : runtime_error { int code; MyErr(const string& m, int c) : runtime_error(m), code(c) {} };
enum class Color { red, green };
void f(int k) {
  T t("f" + to_string(k));
  if (k == 0) throw MyErr("deep", 7);
  f(k - 1);
}
struct Member { T a{"ma"}; T b{"mb"}; Member() { throw logic_error("ctor"); } };
int g() try { throw 5; } catch (int x) { return x * 2; }
void h() noexcept(false) { try { throw C(); } catch (B& b) { cout << "B" << b.b << ' '; throw; } }
int main() {
  try { f(3); } catch (const runtime_error& e) { cout << "| " << e.what() << '\n'; }
  try { Member m; } catch (const exception& e) { cout << "| " << e.what() << '\n'; }
  cout << g() << '\n';
  try { h(); } catch (A& a) { cout << "A" << a.a << '\n'; }
  try { throw new C(); } catch (A* p) { cout << "ptr " << p->a << '\n'; delete p; }
  try { throw "literal"; } catch (const char* s) { cout << s << '\n'; }
  try { throw string("str"); } catch (const string& s) { cout << s << '\n'; }
  try { throw Color::green; } catch (int) { cout << "int\n"; } catch (Color c) { cout << "color " << int(c) << '\n'; }
  try { throw 3.5f; } catch (double) { cout << "double\n"; } catch (float) { cout << "float\n"; }
  try { vector<int> v; v.at(0); } catch (out_of_range& e) { cout << "vector::at\n"; }
  try { string s = "abc"; s.at(9); } catch (out_of_range& e) { cout << "string::at\n"; }
  try { string s = "abc"; s.substr(9); } catch (out_of_range& e) { cout << "substr\n"; }
  try { map<string, int> m; m.at("x"); } catch (out_of_range& e) { cout << "map::at\n"; }
  try { stoi("xyz"); } catch (invalid_argument& e) { cout << "stoi ia\n"; }
  try { stoi("99999999999"); } catch (out_of_range& e) { cout << "stoi oor\n"; }
  try { stod("zz"); } catch (invalid_argument& e) { cout << "stod ia\n"; }
  try { vector<long> v; v.reserve(size_t(-1) / 2); } catch (length_error& e) { cout << "length\n"; }
  try { volatile size_t big = size_t(-1) / 4; int* p = new int[big]; cout << (p != nullptr); } catch (bad_alloc& e) { cout << "bad_alloc " << '\n'; }
  try { volatile int n = -1; int* p = new int[n]; cout << (p != nullptr); } catch (bad_alloc& e) { cout << "bad_array_new_length\n"; }
  try { A* a = new A; (void)dynamic_cast<C&>(*a); } catch (bad_cast& e) { cout << "bad_cast\n"; }
  try { optional<int> o; o.value(); } catch (bad_optional_access& e) { cout << "optional\n"; }
  try { variant<int, string> v = 1; get<string>(v); } catch (bad_variant_access& e) { cout << "variant\n"; }
  try { any a = 1; any_cast<string>(a); } catch (bad_any_cast& e) { cout << "any\n"; }
  try { function<void()> fn; fn(); } catch (bad_function_call& e) { cout << "function\n"; }
  try { weak_ptr<int> w; shared_ptr<int> s(w); } catch (bad_weak_ptr& e) { cout << "weak\n"; }
  try { bitset<4> b("10x1"); } catch (invalid_argument& e) { cout << "bitset\n"; }
  try { istringstream is("x"); is.exceptions(ios::failbit); int i; is >> i; } catch (ios_base::failure& e) { cout << "ios failure\n"; }
  try { ifstream in; in.exceptions(ios::failbit); in.open("nope.txt"); } catch (const ios_base::failure& e) { cout << "open failure\n"; }
  try { regex r("("); } catch (regex_error& e) { cout << "regex\n"; }
  exception_ptr p;
  try { throw MyErr("kept", 9); } catch (...) { p = current_exception(); }
  try { rethrow_exception(p); } catch (MyErr& e) { cout << "rethrown " << e.what() << e.code << '\n'; }
  try { try { throw runtime_error("in"); } catch (...) { throw_with_nested(logic_error("out")); } }
  catch (const exception& e) { cout << e.what(); try { rethrow_if_nested(e); } catch (const exception& e2) { cout << "<-" << e2.what() << '\n'; } }
  struct U { ~U() { cout << "uncaught " << uncaught_exceptions() << '\n'; } };
  try { U u; throw 1; } catch (int) {}
  { U u; }
  for (int i = 0; i < 3; ++i) { try { if (i == 1) continue; if (i == 2) break; throw i; } catch (int x) { cout << "loop " << x << '\n'; } }
  int depth = 0;
  function<void(int)> rec = [&](int n) { try { if (n == 0) throw out_of_range("r"); rec(n - 1); } catch (...) { depth++; throw; } };
  try { rec(50); } catch (exception& e) { cout << e.what() << depth << '\n'; }
  try { try { throw 1; } catch (int) { try { throw string("inner"); } catch (string& s) { cout << s << ' '; } throw; } } catch (int x) { cout << "outer " << x << '\n'; }
  long sum = 0; for (int i = 0; i < 20000; ++i) try { throw i; } catch (int x) { sum += x; } cout << sum << '\n';
  throw MyErr("not caught", 3);
}
