/**
 * Stepping through C++ programs: what is inserted into them, what their steps show, and that no
 * program breaks the reader. steps_programs_test.ts steps through whole programs.
 */
import {
  deepStrictEqual as equals,
  match,
  ok,
  strictEqual as is,
  throws,
} from "node:assert/strict";
import { BYTES_MOST, STEPS_MOST } from "../../server/languages/steps/bounds.ts";
import { instrument } from "../../server/cpp/steps/instrument.ts";
import { readSteps } from "../../server/languages/steps/read.ts";
import type { Trace } from "../../server/languages/steps/trace.ts";
import { sayStep } from "../../client/runs/step-view/sentences.tsx";
import { compileTraced } from "../../server/cpp/steps/trace_program.ts";
import { Unreadable } from "../../server/languages/bytes.ts";
import { SOURCE_MOST, USUAL_SETTINGS } from "../../server/languages/types.ts";
import { runCpp, sharedCompiler } from "../kit/cpp.ts";
import { stepsOf, textOf, traceCpp, variablesAt } from "../kit/cpp_steps.ts";
import { seeded } from "../kit/random.ts";

const inserted = (source: string) => instrument(source, { level: "lines" });
const STEP = /__steps_f\.__at\(\d+\)/g;
const stepsIn = (source: string) => inserted(source)?.match(STEP)?.length ?? 0;

Deno.test("steps stand before statements, and lines keep their numbers", () => {
  const source = "int main() {\n  int x = 1;\n  if (x)\n    x++;\n  while (x) x--;\n}\n";
  is(
    inserted(source),
    'int main() {::__steps::__frame __steps_f("main");\n' +
      "  __steps_f.__at(2);int x = 1;\n" +
      "  __steps_f.__at(3);if (x)\n" +
      "    {__steps_f.__at(4);x++;}\n" +
      "  while (__steps_f.__at(5),x) {__steps_f.__at(5);x--;}\n" +
      "__steps_f.__at(6);}\n",
  );
});

Deno.test("a macro that hides a brace or a loop moves no statement out of it", () => {
  is(
    inserted("#define forn(i, n) for (int i = 0; i < n; i++)\nint main() { forn(i, 3) f(i); }"),
    "#define forn(i, n) for (int i = 0; i < n; i++)\n" +
      'int main() {::__steps::__frame __steps_f("main"); __steps_f.__at(2);forn(i, 3) ' +
      "{__steps_f.__at(2);f(i);} __steps_f.__at(2);}",
  );
  is(stepsIn("#define BEGIN {\n#define END }\nint main() BEGIN f(); END"), 2);
  // This one is too short for the parser's text: the function stays as it is.
  is(inserted("#define L(n) while (n--)\nint main() { int n = 3; L(n) f(); }"), null);
});

Deno.test("what a compiler computes, and a source that uses the tracer's names, stay as they are", () => {
  is(inserted("constexpr int f() { return 1; }"), null);
  is(inserted("int main() { int __steps_f = 1; }"), null);
  is(inserted("int main() { if (1) {"), null);
});

Deno.test("values are shown as the language writes them, and unset ones never", async () => {
  const trace = await stepsOf(
    `#include <iostream>
#include <string>
struct Point { int x; int y; };
enum Color { red, green };
enum class Way : char { up = 'u', down = 'd' };
union Both { int i; float f; };
int total = 5;
int main() {
  int a[3]; int n; Point p; char c = '\\n'; bool b = true; double d = 0.1; float f = 0.1f;
  a[1] = 0;
  n = 0;
  p.y = 0;
  std::string s = "text", l(300, 'x'); const char* t = "static"; unsigned long long u = ~0ull;
  int v[n + 2]; v[0] = -7;
  std::cin >> n;
  Color k = green; Way w = Way::down; Way no = Way(3); Both both{1}; const int z{};
  return 0;
}
`,
    { input: "0" },
  );
  is(variablesAt(trace, 10), "a=[?,?,?] n=? p=(x=?,y=?) c='\\n' b=true d=0.1 f=0.1");
  is(variablesAt(trace, 13), "a=[?,0,?] n=0 p=(x=?,y=0) c='\\n' b=true d=0.1 f=0.1");
  is(
    variablesAt(trace, 17).replace(/.* s=/, "s="),
    `s="text" l="${"x".repeat(200)}"… t="static" u=18446744073709551615 v=[-7,?] ` +
      "k=green w=Way::down no=3 both=a union z=0",
  );
  equals(trace.at(0).calls.map(({ name }) => name), ["", "main"]);
  is(textOf(trace.at(0).calls[0]!.variables[0]!.value), "5");
});

Deno.test("a step says how far the input is read: getline finds the line end that >> leaves", async () => {
  const trace = await stepsOf(
    `#include <iostream>
#include <string>
int main() {
  int n;
  std::string name;
  std::cin >> n;
  std::getline(std::cin, name);
  std::getline(std::cin, name);
}
`,
    { input: "12\nAsha\nnot read\n" },
  );
  const read = [...trace.lines].map((line, at) => `${line}:${trace.at(at).read}`);
  equals(read.slice(-4), ["6:0", "7:2", "8:3", "9:8"]);
  match(sayStep(trace, read.length - 2), /line 7: reads 1 byte of the input\./);
});

Deno.test("containers, adaptors and owners are shown by what they hold", async () => {
  const trace = await stepsOf(`#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <tuple>
#include <vector>
int main() {
  std::vector<int> v(40, 1); std::map<std::string, int> m{{"a", 1}}; std::set<char> s{'x'};
  std::stack<int> st; st.push(2); std::queue<int> q; q.push(3); std::pair<int, bool> p{1, false};
  std::tuple<int, char> t{4, 'c'}; std::optional<int> o; std::vector<bool> b{true};
  auto u = std::make_unique<int>(6); auto moved = std::move(u); int grid[2][2] = {{1, 2}, {3, 4}};
  return 0;
}
`);
  is(
    variablesAt(trace, 15),
    `v=[${"1,".repeat(30)}+10] m={"a":1} s=['x'] st=[2] q=[3] p=(first=1,second=false) ` +
      "t=(0=4,1='c') o=nullopt b=[true] u=null moved=-> grid=[[1,2],[3,4]]",
  );
  equals(trace.at(trace.count - 1).boxes.map(({ value }) => textOf(value)), ["6"]);
});

Deno.test("a list on the heap is boxes; a deleted one is dangling and never read", async () => {
  const trace = await stepsOf(`#include <iostream>
struct Node { int value; Node* next = nullptr; };
struct Shape { int id = 1; virtual ~Shape() {} };
struct Circle : Shape { double r = 2; };
int* gone() { int x = 3; return &x; }
int main() {
  Node* head = nullptr;
  for (int i = 0; i < 3; i++) head = new Node{i, head};
  Shape* shape = new Circle;
  int* many = new int[3]; many[1] = 0; int* second = many + 1; int* local = gone();
  delete head->next->next;
  head->next->next = head;
  Node* wild = reinterpret_cast<Node*>(0xfffffff0);
  return 0;
}
`);
  const at = [...trace.lines].lastIndexOf(12);
  const { boxes, calls } = trace.at(at);
  equals(boxes.map(({ value }) => textOf(value)), [
    "(value=2,next=->)",
    "(id=1,r=2)",
    "[?,0,?]",
    "(value=1,next=dangling)",
  ]);
  is(variablesAt(trace, 12), "head=-> shape=-> many=-> second=->1 local=dangling");
  const [head] = calls.at(-1)!.variables;
  const { to } = head!.value as { to: { address: string } };
  is(boxes[0]?.address, to.address);
  match(variablesAt(trace, 14), /wild=dangling$/);
});

Deno.test("a method shows its object, and a call what it was called with", async () => {
  const trace = await stepsOf(`#include <iostream>
class Counter {
  int n = 0;
public:
  void add(int by) {
    n += by;
  }
};
int fact(int n) {
  if (n < 2) return 1;
  return n * fact(n - 1);
}
int main() {
  Counter c;
  c.add(4);
  return fact(3);
}
`);
  is(variablesAt(trace, 6), "this=(n=0) by=4");
  is(variablesAt(trace, 7), "this=(n=4) by=4");
  const deepest = [...trace.lines.keys()].map(trace.at).find(({ calls }) => calls.length === 4);
  equals(deepest?.calls.map(({ name, line }) => [name, line]), [
    ["main", 16],
    ["fact", 11],
    ["fact", 11],
    ["fact", 10],
  ]);
});

Deno.test("the display crashes no program: cycles, moved and dangling things, objects half made", async () => {
  const source = `#include <iostream>
#include <list>
#include <memory>
#include <string>
#include <vector>
struct Node { int v = 1; Node* next; std::string name; std::vector<Node*> others; };
struct Wild { int* p; std::string* s; std::vector<int>* v; Wild() {} };
struct Early {
  std::string s; std::vector<int> v; std::list<int> l; std::shared_ptr<int> p;
  std::string make() { int local = 1; return "made" + std::to_string(local); }
  Early() : s(make()) {}
};
std::vector<int>& dead() { auto* v = new std::vector<int>{1, 2}; auto& r = *v; delete v; return r; }
int main() {
  Node a; a.next = &a; a.others = {&a, &a};
  std::list<int> huge(1000000, 7);
  auto& r = dead(); Wild wild; Wild* heap = new Wild; Early early;
  std::string text(40, 'x'); std::string moved = std::move(text);
  Node* freed = new Node; delete freed;
  int* bytes = static_cast<int*>(malloc(12)); free(bytes);
  std::vector<std::vector<std::vector<int>>> deep(60, std::vector<std::vector<int>>(60));
  std::cout << moved << heap->p << std::endl;
}
`;
  const { run } = await traceCpp(source);
  const plain = await runCpp(source);
  is(run?.outcome.ending, "finished");
  is(new TextDecoder().decode(run?.trace.output), plain.output);
  for (let index = 0; index < run!.trace.count; index++) run!.trace.at(index);
  match(variablesAt(run!.trace, 22), /r=dangling .* freed=dangling bytes=dangling/);
});

Deno.test("a trace ends at its bounds, and a crash or exit() loses no step", async () => {
  const endless = await stepsOf("int main() { int i = 0; for (;;) i++; }");
  equals([endless.count, endless.limit], [STEPS_MOST, "steps"]);
  match(variablesAt(endless, 1, STEPS_MOST), /i=\d{4}$/);
  const large = await stepsOf(`#include <iostream>
#include <string>
#include <vector>
int main() { for (;;) { std::vector<std::string> v(30, std::string(200, 'x')); v[0] += 'y'; } }
`);
  is(large.limit, "bytes");
  ok(large.count < STEPS_MOST);
  // With their steps, these calls do not fit on a stack that may be small here.
  const deep = await stepsOf(
    "int f(int n) { if (n == 0) return 0; return f(n - 1); }\nint main() { return f(100000); }",
  );
  ok(deep.limit === "steps" || deep.limit === "calls", String(deep.limit));
  ok(deep.at(deep.count - 1).calls.length > 3000);
  const crash = await traceCpp(
    '#include <cstdio>\nint main() {\n  puts("a");\n  int* p = nullptr;\n  *p = 1;\n}',
  );
  equals([crash.run?.outcome.ending, crash.run?.trace.lines.at(-1)], ["crashed", 5]);
  const left = await stepsOf(
    "#include <cstdlib>\nvoid f() {\n  exit(0);\n}\nint main() {\n  f();\n}",
  );
  is(left.lines.at(-1), 3);
});

Deno.test("a program that cannot be traced with values has lines, or a reason", async () => {
  const compiler = await sharedCompiler();
  // A function that does not compile with steps is left out; the others have them.
  const partly = compileTraced(
    compiler,
    "auto twice = [](int x) { return 2 * x; };\nstatic_assert(twice(2) == 4);\nint main() {\n  int x = twice(3);\n  return x - 6;\n}",
    USUAL_SETTINGS,
  );
  is(partly.level, "values");
  const long = compileTraced(
    compiler,
    `int main() {}\n//${"x".repeat(SOURCE_MOST)}`,
    USUAL_SETTINGS,
  );
  equals([long.level, long.reason], [null, "the program is longer than 64 KB"]);
  const broken = compileTraced(compiler, "int main() { return x; }", USUAL_SETTINGS);
  equals([broken.level, broken.reason], [null, "the program does not compile with its steps"]);
});

Deno.test("a program that nothing can be inserted into says why, at once", async () => {
  const compiler = await sharedCompiler();
  const reasonOf = (source: string) => compileTraced(compiler, source, USUAL_SETTINGS).reason;
  const main = (body: string) => `int main() { int a = 0; ${body} }`;
  // The compiler would need minutes for the calls in one function.
  match(reasonOf(main("a++;".repeat(1500))) ?? "", /more than 1000 statements/);
  match(reasonOf("#define __steps x\nint main() {}") ?? "", /begins with “__steps”/);
  const nested = (open: string, close: string) => open.repeat(6000) + close.repeat(6000);
  for (const deep of [main(nested("{", "}")), main(`a = ${nested("(", ")")};`)]) {
    is(reasonOf(deep), "no function of the program can be stepped through");
  }
  const short = "void f(int a) { a++; }\n";
  const partly = compileTraced(
    compiler,
    short + main(`f(a);${"a++;".repeat(1500)}`),
    USUAL_SETTINGS,
  );
  is(partly.level, "values", "the other functions have steps");
});

Deno.test("a program that writes steps of its own reads nothing but its memory, and ends", async () => {
  const forge = (size: string, more = "") =>
    `#include <cstdint>
extern "C" [[clang::import_module("doubtless"), clang::import_name("step")]]
void forge(const void* at, uint32_t size);
int main() { ${more} forge((const void*)64, ${size}); }
`;
  for (const source of [forge("0xffffffffu"), forge("3"), forge("0", "for (;;) forge(0, 1);")]) {
    const problem = await traceCpp(source).then(({ run }) => run?.outcome.ending, (error) => error);
    ok(problem instanceof Unreadable || /^(crashed|step limit)$/.test(problem), String(problem));
  }
});

Deno.test("a forged stream is refused, or read within bounds", () => {
  const read = (...steps: number[][]): Trace =>
    readSteps(steps.map((bytes) => ({ bytes: new Uint8Array(bytes), printed: 0, read: 0 })), {
      level: "values",
      output: new Uint8Array(),
    });
  // Line 7 of main with x = 1, and nothing else.
  const good = [7, 0, 1, 4, 109, 97, 105, 110, 0, 0, 1, 1, 120, 16, 1, 1, 2, 0, 0];
  equals(read(good).at(0), {
    line: 7,
    before: null,
    calls: [{
      id: 0,
      name: "main",
      line: 7,
      variables: [{
        name: "x",
        value: { kind: "plain", text: "1" },
        isChanged: false,
        address: "0x10",
      }],
    }],
    boxes: [],
    printed: 0,
    read: 0,
  });
  const random = seeded("forged steps");
  let refused = 0;
  for (let round = 0; round < 3000; round++) {
    const forged = [...good];
    const isRandom = round % 3 === 0;
    if (isRandom) {
      for (let i = 0; i < forged.length; i++) forged[i] = Math.floor(random() * 256);
    } else forged[Math.floor(random() * forged.length)] = Math.floor(random() * 256);
    if (round % 3 === 1) forged.length = Math.floor(random() * forged.length);
    try {
      const trace = read(forged, good);
      for (let index = 0; index < trace.count; index++) trace.at(index);
    } catch (error) {
      ok(error instanceof Unreadable, String(error));
      refused++;
    }
  }
  ok(refused > 1000, String(refused));
  // Lists within lists without end, and more steps and bytes than there may be.
  throws(
    () => read([1, 0, 0, 0, 1, 1, 120, 0, 1, ...Array(1000).fill([11, 0]).flat()]),
    Unreadable,
  );
  throws(() => read(...Array(STEPS_MOST + 1).fill([1, 0, 0, 0, 0, 0, 0])), Unreadable);
  throws(() => read(Array(BYTES_MOST + 1).fill(0)), Unreadable);
});
