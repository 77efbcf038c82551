/**
 * The C++ toolchain in Deno: what programs can use, how they end, what they cannot reach, and how
 * messages are explained. The gate compiles in one version of the language, and a part of the
 * crashes and mistakes, which the seed chooses; it explains all recorded messages. In
 * `deno task test --long` all are compiled. The programs of students' kind are in tests/cpp.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { compareOutput } from "../../server/languages/compare.ts";
import { canSuspend, DISK_MOST, run } from "../../server/cpp/program.ts";
import { SOURCE_MOST, USUAL_SETTINGS } from "../../server/languages/types.ts";
import "../kit/client_ready.ts";
import { chosen, IS_LONG } from "../kit/chosen.ts";
import { isLight, runCpp, sharedCompiler } from "../kit/cpp.ts";
import { explainRecorded, readBeginners, seen } from "../kit/cpp_beginners.ts";
import { MISTAKES } from "../kit/cpp_mistakes.ts";

const read = (name: string) => Deno.readTextFile(new URL(`../kit/${name}`, import.meta.url));

/** In the gate, leaves out the lines that name std::regex: to compile it takes seconds. */
const inGate = (text: string) => IS_LONG ? text : text.replace(/^.*\bregex.*\n/gm, "");

Deno.test("exceptions are thrown, matched by type, rethrown and unwound as natively", async () => {
  const { output, errors } = await runCpp(inGate(await read("exceptions.cpp")));
  const native = inGate(await read("exceptions.txt"));
  equals((output + errors).trim().split("\n"), native.trim().split("\n"));
});

type Step = [name: string, work: () => Promise<void>];

Deno.test("programs use the standard library in each version of the language", async (t) => {
  const steps: Step[] = [
    ["C++11", async () => {
      const program = `#include <chrono>
#include <iostream>
#include <random>
#include <regex>
#include <unordered_map>
int main() {
  std::mt19937 engine(42);
  std::unordered_map<std::string, int> marks{{"a", 1}};
  auto start = std::chrono::steady_clock::now();
  std::cout << std::regex_match("2024-05-06", std::regex("\\\\d{4}-\\\\d{2}-\\\\d{2}")) << ' ';
  bool runs = std::chrono::steady_clock::now() >= start;
  std::cout << engine() << ' ' << marks["a"] << runs << ' ' << __cplusplus << '\\n';
}`;
      const { output } = await runCpp(inGate(program), { settings: { standard: "c++11" } });
      is(output, `${IS_LONG ? "1 " : ""}1608637542 11 201103\n`);
    }],
    ["C++20 with all headers, and files on the disk in memory", async () => {
      const { output } = await runCpp(`#include <bits/stdc++.h>
namespace fs = std::filesystem;
int main() {
  fs::create_directories("a/b");
  std::ofstream("a/b/c.txt") << "3 1 2";
  fs::rename("a/b/c.txt", "a/d.txt");
  std::vector<int> numbers;
  std::ifstream file("a/d.txt");
  for (int one; file >> one;) numbers.push_back(one);
  std::ranges::sort(numbers);
  for (int one : numbers | std::views::reverse) std::cout << one;
  std::cout << fs::exists("a/b/c.txt") << fs::file_size("a/d.txt") << std::format("{:>4}", 7);
  auto pointer = std::make_unique<int>(5);
  std::error_code error;
  fs::rename("a", "a/b/inside", error);
  std::cout << *pointer << (error ? " refused" : " cyclic") << '\\n';
}`);
      is(output, "32105   75 refused\n");
    }],
    ["C++23", async () => {
      const { output } = await runCpp(
        `#include <expected>
#include <iostream>
std::expected<int, std::string> half(int n) {
  if (n % 2 != 0) return std::unexpected("odd");
  return n / 2;
}
int main() { std::cout << half(8).value() << half(3).error() << '\\n'; }`,
        { settings: { standard: "c++23", optimise: 1 } },
      );
      is(output, "4odd\n");
    }],
  ];
  for (const [name, work] of chosen("standards", steps, 1)) await t.step(name, work);
});

/** The statements of a program that crashes, what it is told, and which of the lines crashes. */
const ENDINGS: [name: string, body: string, sentence: RegExp, line: number][] = [
  ["an assertion", "assert(n == 2);", /assertion n == 2 does not hold/, 1],
  ["delete twice", "int* p = new int;\ndelete p;\ndelete p;", /deleted before/, 3],
  ["delete for delete[]", "int* p = new int[n + 2];\ndelete p;", /it needs delete\[\]/, 2],
  [
    "writing past a block",
    "int* p = new int[4];\np[n + 3] = 1;\ndelete[] p;",
    /past the end of a block of 16 bytes/,
    3,
  ],
  ["an empty optional", "std::optional<int> o;\nreturn o.value();", /the optional has no value/, 2],
  [
    "a null function",
    "int (*f)() = n == 1 ? nullptr : main;\nreturn f();",
    /function through a pointer/,
    2,
  ],
  ["abort", "std::abort();", /ended itself with abort/, 1],
  ["throw in a destructor", "struct T { ~T() { throw 1; } };\nT t;", /exception/, 1],
  ["an int that is thrown", "throw n;", /type int was thrown and not caught/, 1],
  [
    "out of range",
    'std::string s = "a";\nreturn s.substr(n + 1).size();',
    /position is outside the string/,
    2,
  ],
  [
    "an array index",
    "int a[3] = {};\nreturn a[n + 2];",
    /index 3 is outside the array int\[3\], whose last index is 2/,
    2,
  ],
  ["an index of a string", 'std::string s = "a";\nreturn s[n + 9];', /outside the string/, 2],
  ["an empty stack", "std::stack<int> s;\nreturn s.top();", /an empty deque, stack or queue/, 2],
  ["a negative size", "std::string s(-n, 'a');", /perhaps because a size is negative\.$/, 1],
  ["a division that overflows", "int m = -2147483647 - n;\nreturn m / -n;", /does not fit/, 2],
];

Deno.test("a crash says what happened, and on which line", async (t) => {
  const headers = ["cassert", "iostream", "optional", "stack", "string"];
  const head = [...headers.map((name) => `#include <${name}>`), "int n = 1;"];
  const program = (body: string) => [...head, "int main() {", body, "}"].join("\n");
  for (const [name, body, sentence, line] of chosen("endings", ENDINGS, 3)) {
    await t.step(name, async () => {
      const ran = await runCpp(program(body));
      is(ran.verdict, "crashed", JSON.stringify(ran));
      match(ran.sentence ?? "", sentence);
      is(ran.line, head.length + 1 + line, ran.sentence ?? "");
    });
  }
});

const printing = (body: string) => `#include <iostream>\nint main() {\n${body}\n}`;

Deno.test("a wrong output says what it may come from", async () => {
  const wrong = async (body: string, expected: string) => {
    const { verdict, sentence, line } = await runCpp(printing(body), { expected, input: "7\n" });
    is(verdict, "wrong");
    return { sentence, line };
  };
  equals(await wrong("long x = 2147483647;\nx = x + 1;\nstd::cout << x;", "2147483648"), {
    sentence: "2147483647 + 1 does not fit in long, which has 4 bytes here: use long long here.",
    line: 4,
  });
  const overflow = await wrong("using ll = int;\nll x = 65536;\nx *= x;\nstd::cout << x;", "1");
  match(overflow.sentence ?? "", /65536 \* 65536 does not fit in .*int.*: use long long here/);
  equals(await wrong("", "5"), { sentence: "The program printed nothing.", line: null });
  equals(await wrong('std::cout << "yes";', "YES"), {
    sentence: "Only upper and lower case differ.",
    line: null,
  });
  equals(await wrong("int x;\nstd::cin >> x;\nstd::cout << x;", "8"), {
    sentence: null,
    line: null,
  });
});

Deno.test("a wrong output names the text at which std::cin could not read a number", async () => {
  const [whole, number] = [
    "where the program reads a whole number",
    "where the program reads a number",
  ];
  const sums = "int a = 0, b = 0; cin >> a >> b; cout << a + b;";
  const all = "int a, sum = 0; while (cin >> a) sum += a; cout << sum;";
  const cases: [body: string, input: string, says: string | null][] = [
    [sums, "3 x 4\n", `The input has "x" ${whole}`],
    [sums, "3.5 4\n", `The input has "3.5" ${whole}`],
    ["double price; cin >> price; cout << price;", "five\n", `The input has "five" ${number}`],
    [sums, "3 99999999999\n", "The input has 99999999999, which is too large for the int"],
    // The end of the input, what is read on after a failure, and lines are no such failure.
    [all, "3 4 5\n", null],
    [all, "3 4 5", null],
    ["int a; string s; cin >> a; cin.clear(); cin >> s; cout << s;", "x 4\n", null],
    ["char line[4]; cin.getline(line, 4); cout << line;", "12345\n", null],
    ["int a; cin >> a; cin.get(); char s[9]; cin.get(s, 9); cout << s;", "7\n\n", null],
  ];
  for (const [body, input, says] of cases) {
    const source = `#include <iostream>\nusing namespace std;\nint main() { ${body} }\n`;
    const { verdict, outcome, sentence } = await runCpp(source, { input, expected: "other" });
    is(verdict, "wrong", body);
    is(outcome.stuck?.slice(0, says?.length) ?? null, says, `${body} of ${input}`);
    if (says !== null) is(sentence, outcome.stuck);
  }
  const right = "#include <iostream>\nint main() { int a = 5; std::cin >> a; std::cout << a; }\n";
  is((await runCpp(right, { input: "x\n", expected: "0" })).sentence, null, "it passed");
});

Deno.test("the exit code is told, and the output decides", async () => {
  const { verdict, exitCode, sentence } = await runCpp(printing("std::cout << 1;\nreturn 3;"), {
    expected: "1",
  });
  equals([verdict, exitCode], ["passed", 3]);
  match(sentence ?? "", /exit code 3/);
});

Deno.test("a long double is read and printed", async () => {
  const program = `#include <cstdio>
int main() {
  long double n;
  scanf("%Lf", &n);
  printf("%.2Lf\\n", n / 3);
}`;
  is((await runCpp(program, { input: "1\n" })).output, "0.33\n");
});

Deno.test("memory, output, disk and open files have their limits", async () => {
  const huge = await runCpp(printing("int n = 100000000;\nreturn new int[n] == nullptr;"));
  equals([huge.verdict, huge.line], ["too much memory", 4]);
  match(huge.sentence ?? "", /256 MB of memory, and it asked for 381 MB at once/);
  const negative = await runCpp(printing("int n = -1;\nreturn new int[n] == nullptr;"));
  match(negative.sentence ?? "", /Is a size negative\?/);
  const list = await runCpp(printing("for (;;) new char[100000];"), { settings: { memoryMb: 32 } });
  equals([list.verdict, list.line], ["too much memory", 3]);
  ok(list.outcome.memory <= 32 * 1024 * 1024);
  const flood = await runCpp(printing('for (;;) std::cout << "spam\\n";'), {
    settings: { outputKb: 8 },
  });
  equals([flood.verdict, flood.output.length], ["too much output", 4000]);
  const disk = await runCpp(`#include <fstream>
#include <iostream>
int main() { std::ofstream file("big"); file.seekp(2000000000); file << "x"; }`);
  equals([disk.verdict, disk.outcome.ending], ["too much output", "disk limit"]);
  match(disk.sentence ?? "", /more than 16 MB to its files/);
  // What is overwritten or deleted does not count.
  const again = await runCpp(`#include <cstdio>
#include <iostream>
#include <string>
int main() {
  std::string block(${DISK_MOST / 4}, 'x');
  for (int i = 0; i < 20; i++) {
    FILE* file = fopen("one", "w");
    fwrite(block.data(), 1, block.size(), file);
    fclose(file);
    if (i % 2 == 1) remove("one");
  }
  int opened = 0;
  while (fopen("one", "a") != nullptr) opened++;
  printf("%d", opened);
}`);
  equals([again.verdict, again.output], ["passed", "252"]);
});

Deno.test("a program reaches nothing of the machine, and nothing of another run", async () => {
  const program = `#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
int main() {
  for (const char* path : {"/etc/passwd", "../../etc/passwd", "/proc/self/environ", "left"}) {
    if (fopen(path, "r") != nullptr) printf("opened %s\\n", path);
  }
  if (getenv("PATH") != nullptr || system("ls") == 0) puts("reached");
  for (auto& entry : std::filesystem::directory_iterator("/")) puts(entry.path().c_str());
  fputs("left", fopen("left", "w"));
}`;
  for (const _ of [1, 2]) {
    const { verdict, output } = await runCpp(program);
    equals([verdict, output], ["passed", ""]);
  }
});

Deno.test("a source that the compiler cannot take ends in a message, and the next one compiles", async () => {
  const compiler = await sharedCompiler();
  const refused: [string, RegExp, number][] = [
    [`int main() {}//${"x".repeat(SOURCE_MOST)}`, /longer than 64 KB/, 1],
    ["int main() {\n\0}", /not text \(NUL\)/, 2],
    [`int main() { return ${"(".repeat(9000)}1${")".repeat(9000)}; }`, /nesting level exceeded/, 1],
    [`int x = ${"1+".repeat(30000)}1; int main() {}`, /nested too deeply for the compiler/, 1],
    [`int a[9000000] = {1}; int main() { return a[1]; }`, /larger than 8 MB/, 1],
    [`int a[300000000]; int main() { return a[1]; }`, /too much memory|too large/, 1],
    ['#include "main.cpp"\nint main() {}', /#include nested too deeply/, 1],
    [
      "constexpr int f() { int i = 0; while (true) i++; return i; }\nconstexpr int x = f();\nint main() {}",
      /constant/,
      1,
    ],
  ];
  for (const [source, message, line] of refused) {
    const { ok: isOk, diagnostics } = compiler.compile(source, USUAL_SETTINGS);
    const first = diagnostics.find(({ severity }) => severity === "error");
    is(isOk, false);
    match(first?.message ?? "", message);
    is(first?.line, line);
    ok(first?.explanation, first?.message);
  }
  // Many operators are no fault: only those of one expression are nested.
  const list = `int list[] = {${"1+1,".repeat(1500)}};\n`;
  const texts = `// ${"+ ".repeat(1500)}\nconst char* text = "${'<+\\"> '.repeat(1500)}";\n`;
  ok(compiler.compile(`${list}${texts}int main() {}`, USUAL_SETTINGS).ok);
});

Deno.test("messages stand at characters of the editor, and at lines of the program", async () => {
  const compiler = await sharedCompiler();
  const at = (source: string) => compiler.compile(source, USUAL_SETTINGS).diagnostics[0];
  const { line, column, endLine, endColumn } = at('int main() { "नमस्ते😀"; total = 1; }')!;
  equals({ line, column, endLine, endColumn }, { line: 1, column: 26, endLine: 1, endColumn: 31 });
  // The library reports it in a header; the line is the one that uses the header.
  const inHeader = at(
    "#include <algorithm>\n#include <iostream>\n#include <list>\nint main() {\n  std::list<int> l;\n  std::sort(l.begin(), l.end());\n}",
  )!;
  equals([inHeader.severity, inHeader.line], ["error", 6]);
});

Deno.test("a program that waits for input sleeps until it is there", async () => {
  ok(canSuspend);
  const compiler = await sharedCompiler();
  const { wasm } = compiler.compile(
    printing('int a, b;\nstd::cout << "a? ";\nstd::cin >> a >> b;\nstd::cout << a + b;'),
    USUAL_SETTINGS,
  );
  const lines = ["20\n", "22\n"];
  let output = "";
  const seen: string[] = [];
  const { ending } = await run(await WebAssembly.compile(wasm!), {
    limits: { output: 1000, disk: 1000 },
    output: (bytes) => output += new TextDecoder().decode(bytes),
    more: () => {
      seen.push(output);
      const line = lines.shift();
      return Promise.resolve(line === undefined ? null : new TextEncoder().encode(line));
    },
  });
  equals([ending, output, seen], ["finished", "a? 42", ["a? ", "a? "]]);
});

Deno.test("outputs are compared as text, exactly, or as numbers", () => {
  const by = (comparison: "text" | "exact" | "numbers", expected: string, got: string) =>
    compareOutput(expected, got, { comparison, tolerance: 1e-6 });
  const same = { same: true };
  const at = (line: number, column: number, kind = "other") => ({
    same: false,
    line,
    column,
    kind,
  });
  equals(by("text", "a b\nc\n\n", "a b  \r\nc"), same);
  equals(by("text", "a b", "a  b"), at(1, 3));
  // The space was printed, and what follows it is missing.
  equals(by("text", "Sum: 6\n", "Sum: \n"), at(1, 6, "short"));
  equals(by("text", "Sum:  ", "Sum: 6"), at(1, 6));
  equals(by("text", "a", "a b"), at(1, 2, "long"));
  equals(by("text", "a\nb", "a"), at(2, 1, "missing line"));
  equals(by("text", "a\n", "a\nb\n"), at(2, 1, "extra line"));
  equals(by("exact", "a\n", "a"), at(1, 2, "short"));
  equals(by("exact", "a\nb\n", "a\r\nb\n"), at(1, 2));
  equals(by("exact", "a ", "a"), at(1, 2, "short"));
  equals(by("numbers", "x = 1.0, 3e5", "x = 1.0000004, 300000"), same);
  equals(by("numbers", "pi 3.14", "pi 3.15"), at(1, 4));
  equals(by("numbers", "1 2", "1 2 3"), at(1, 4, "long"));
  equals(by("numbers", "1 2", "1 "), at(1, 3, "short"));
  equals(by("numbers", "1 a", "1 b"), at(1, 3));
  equals(by("numbers", "1e400", "2e400"), at(1, 1));
  equals(by("numbers", "1e400", "5"), at(1, 1));
  for (const got of ["nan", "-nan", "inf"]) equals(by("numbers", "6.00", got), at(1, 1), got);
  equals(by("numbers", "0.00", "-0.00"), same);
  equals(by("numbers", "12345678901234567890", "12345678901234567890"), same);
});

Deno.test("the compiler's messages that beginners meet are explained", async (t) => {
  const compiler = await sharedCompiler();
  const light = MISTAKES.filter(([, program]) =>
    IS_LONG || isLight(compiler, program, USUAL_SETTINGS)
  );
  const count = Math.ceil(MISTAKES.length / 8);
  for (const [name, program, line, explanation] of chosen("mistakes", light, count)) {
    await t.step(name, () => {
      const { diagnostics } = compiler.compile(program, USUAL_SETTINGS);
      const first = diagnostics.find(({ explanation }) => explanation !== undefined);
      ok(first, `no explanation of ${JSON.stringify(diagnostics)}`);
      const all = diagnostics.filter((one) => one.line === line && one.explanation !== undefined);
      match(
        all.map(({ explanation }) => explanation).join("\n"),
        explanation,
        JSON.stringify(diagnostics),
      );
    });
  }
});

const beginners = await readBeginners();

Deno.test("the sentence that mends a beginner's program stands first", async (t) => {
  ok(beginners.length >= 50);
  for (const one of beginners) {
    await t.step(one.name, () => {
      const [first] = explainRecorded(one);
      equals([first?.line, first?.explanation], [one.line, one.sentence]);
    });
  }
});

Deno.test("a warning that helps no beginner is not shown, or stands last", () => {
  const shown = (program: string, ...says: string[]) =>
    explainRecorded({ program, says: says.join("\n") }).map(({ message }) => message);
  const signs = "comparison of integers of different signs: 'int' and 'size_type'";
  equals(shown("for (int i = 0; i < s.length(); i++)", `1:19: warning: ${signs}`), []);
  for (const program of ["for (int i = 0; i < s.size() - 1; i++)", "if (failed < marks.size())"]) {
    equals(shown(program, `1:12: warning: ${signs}`), [signs]);
  }
  const [unused, missing] = ["unused variable 's'", "non-void function does not return a value"];
  equals(shown("int s = n;\n}", `1:5: warning: ${unused}`, `2:1: warning: ${missing}`), [
    missing,
    unused,
  ]);
});

Deno.test("a sentence is not taken for a line that only looks alike", () => {
  const lines: [program: string, says: string, explanation: RegExp][] = [
    ["f('a', 'b');", "1:1: error: no matching function for call to 'f'", /No function f takes/],
    ["int n = 5;\nn;", "2:1: warning: expression result unused", /computes a value/],
    ["for (int i : v) { int i = 3; }", "1:23: error: redefinition of 'i'", /defined twice/],
    ["a();\nvoid sort() {}", "1:1: error: use of undeclared identifier 'a'", /not declared here/],
    [
      "int main() { print(); }\nvoid print() {",
      "1:14: error: use of undeclared identifier 'print'",
      /print is written further below/,
    ],
  ];
  for (const [program, says, explanation] of lines) {
    const [first] = explainRecorded({ program, says });
    match(first?.explanation ?? "", explanation, program);
  }
});

Deno.test("the compiler says of a beginner's program what is recorded", async (t) => {
  const compiler = await sharedCompiler();
  const light = beginners.filter(({ program }) =>
    IS_LONG || isLight(compiler, program, USUAL_SETTINGS)
  );
  for (const one of chosen("beginners", light, 9)) {
    await t.step(one.name, () => {
      const { diagnostics } = compiler.compile(one.program, USUAL_SETTINGS);
      equals(seen(diagnostics), seen(explainRecorded(one)));
    });
  }
});

Deno.test("a program that is correct has no messages", async () => {
  const compiler = await sharedCompiler();
  const { ok: isOk, diagnostics } = compiler.compile(printing("std::cout << 1;"), USUAL_SETTINGS);
  ok(isOk && diagnostics.length === 0, JSON.stringify(diagnostics));
});
