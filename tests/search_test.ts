/** Searches for doubts: titles literally, threads by full text, and similar doubts. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { doubt } from "./kit/assignments.ts";
import { doubtsOf, found, idOf } from "./kit/doubts.ts";
import { type Caller, person, type Reply } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

Deno.test("the full-text search covers the whole thread", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const names = await doubtsOf({ mentor, student }, {
    pointer: { text: "Why is my pointer dangling?" },
    vector: { text: "Does `std::vector` copy its elements?" },
    loop: { text: "My while loop never ends." },
    header: {
      text: "#include <iostream>\n\n```cpp\n#include <bits/stdc++.h>\nmap<string, vector<int>> m;",
    },
  });
  await mentor.put(`/doubts/${idOf(names, "vector")}/reply`, {
    reply: "It *moves* them when the move constructor is `noexcept`.",
  });
  await student.put(`/doubts/${idOf(names, "loop")}/followup`, {
    followup: "Even with a BREAK statement inside the switch",
  });
  const cases: [string, string[]][] = [
    ["dangling", ["pointer"]],
    ["DANGLING pointer", ["pointer"]],
    ["pointers", ["pointer"]],
    ["noexcept", ["vector"]],
    ["moving", ["vector"]],
    ["std::vector", ["vector"]],
    ["break", ["loop"]],
    ["switch loop", ["loop"]],
    ["while", ["loop"]],
    ['"break statement"', ["loop"]],
    ['"statement break"', []],
    ["pointer vector", []],
    ["quaternion", []],
    ["%", []],
    ["' or 1=1 --", []],
    ["pointer & | ! ( ) <-> :*", ["pointer"]],
    ["iostream", ["header"]],
    ["<iostream>", ["header"]],
    ["#include <iostream>", ["header"]],
    ["vector<int>", ["header"]],
    ["map<string, vector<int>>", ["header"]],
    ["stdc++", ["header"]],
    ["m.size()", []],
  ];
  for (const [text, expected] of cases) {
    equals(await found(mentor, names, { text }), expected, text);
  }
  const { body } = await student.get(`/search?find=${encodeURIComponent("<iostream>")}`);
  equals(body.doubts.map(({ _id }: Reply["body"]) => names.get(_id)), ["header"]);
  // Combined filters narrow the result.
  equals(await found(mentor, names, { text: "loop", status: "replied" }), []);
  equals(await found(mentor, names, { text: "loop", assignmentTitle: "loo" }), ["loop"]);
  equals(await found(student, names, { text: "loop", scope: "mine" }), ["loop"]);
});

Deno.test("similar doubts: the best first, at most five, of one assignment if it is given", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const names = await doubtsOf({ mentor, student }, {
    both: { text: "Segmentation fault when I delete a pointer" },
    fault: { text: "A fault in line 3" },
    other: { text: "How do I read a file?" },
    header: { text: "What does <iomanip> do?" },
  });
  const similar = async (who: Caller, query: Record<string, string>) => {
    const { status, body } = await who.get(`/doubts/similar?${new URLSearchParams(query)}`);
    is(status, 200);
    return body.map(({ _id }: Reply["body"]) => names.get(_id));
  };
  const text = "I get a segmentation fault, is it the pointer?";
  equals(await similar(student, { text }), ["both", "fault"]);
  equals(await similar(student, { text: "FILES" }), ["other"]);
  equals(await similar(student, { text: "#include <iomanip>" }), ["header"]);
  equals(await similar(student, { text: "" }), []);
  equals(await similar(student, {}), []);
  equals(await similar(student, { text: "'; drop % _ \\ & | !" }), []);
  const { body } = await student.get(`/doubts/${idOf(names, "fault")}`);
  equals(await similar(student, { text, assignmentId: body.assignment._id }), ["fault"]);
  equals(await similar(student, { text, assignmentId: crypto.randomUUID() }), []);
  equals((await student.get("/doubts/similar?assignmentId=7&text=x")).status, 400);
  equals((await student.get("/doubts/similar?text=a%00b")).status, 400);

  const hidden = await doubt(await person(server), body.assignment._id, {
    doubtText: "segmentation fault pointer",
    private: true,
  });
  names.set(hidden._id, "hidden");
  equals(await similar(student, { text }), ["both", "fault"]);
  equals((await similar(mentor, { text })).includes("hidden"), true);
  for (let more = 0; more < 5; more++) {
    await doubt(await person(server), body.assignment._id, { doubtText: "a pointer to a fault" });
  }
  equals((await student.get(`/doubts/similar?${new URLSearchParams({ text })}`)).body.length, 5);
});
