/** Searches for doubts: titles literally, threads by full text, and similar doubts. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { assignment, doubt } from "./kit/assignments.ts";
import { doubtsOf, found, idOf } from "./kit/doubts.ts";
import { type Caller, person, type Reply, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";

Deno.test("a filter matches any part of a title, literally and regardless of case", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const titles = [
    "100% done",
    "1000 done",
    "snake_case",
    "snakeXcase",
    "it's; drop table doubts;--",
    String.raw`C:\new\table`,
    "Ünïcode Größe",
    "plain (a|b) [c] .* ^$",
  ];
  const names = await doubtsOf(
    { mentor, student },
    Object.fromEntries(titles.map((title) => [title, {}])),
  );
  const cases: [string, number[]][] = [
    ["%", [0]],
    ["0%", [0]],
    ["_", [2]],
    ["E_C", [2]],
    ["'", [4]],
    [";", [4]],
    ["'; DROP TABLE doubts;--", [4].slice(1)],
    ["'s; DROP", [4]],
    ["\\", [5]],
    ["\\n", [5]],
    ["\\\\", []],
    ["größE", [6]],
    [".*", [7]],
    ["(a|b) [c]", [7]],
    ["done", [1, 0]],
    ["  done  ", [1, 0]],
    ["nothing", []],
    ["?", []],
    ["$1", []],
  ];
  for (const [assignmentTitle, expected] of cases) {
    equals(
      await found(student, names, { assignmentTitle }),
      expected.map((at) => titles[at]),
      assignmentTitle,
    );
  }
  for (const field of ["assignmentTitle", "text"]) {
    for (const value of ["a\0b", "\0", "x".repeat(300)]) {
      const { status } = await student.get(
        `/doubts/filter-doubts?${new URLSearchParams({ [field]: value })}`,
      );
      is(status, 400, `${field} ${JSON.stringify(value.slice(0, 5))}`);
    }
  }
});

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
    ["_", []],
    ["'", []],
    [";", []],
    ["\\", []],
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

/** Creates this many assignments with that title, as copies of one. */
async function copies(
  mentor: TestPerson,
  { parts: { database: { sql } } }: TestServer,
  { title, count }: { title: string; count: number },
): Promise<string[]> {
  const { _id } = await assignment(mentor, { title });
  const made = await sql`
    insert into assignments
    select copy.* from assignments, generate_series(1, ${count - 1}) as n,
      jsonb_populate_record(assignments, jsonb_build_object('id', gen_random_uuid(), 'n', n)) as copy
    where assignments.id = ${_id} returning id`;
  return [_id, ...made.map(({ id }) => id)];
}

Deno.test("a title filter that matches more assignments than are listed by id is correct", async () => {
  await using server = await testServer();
  server.startAtNoon();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const many = await copies(mentor, server, { title: "Loops, many", count: 450 });
  const few = await copies(mentor, server, { title: "Loop alone", count: 3 });
  const inLoops: string[] = [];
  for (const at of [3, 440, 17, 209, 80, 391]) {
    inLoops.push((await doubt(student, many[at] ?? "", { doubtText: `Number ${at}` }))._id);
  }
  const alone = (await doubt(student, few[1] ?? "", { doubtText: "Number 80" }))._id;
  const hidden = await doubt(await person(server), many[5] ?? "", { private: true });
  await mentor.put(`/doubts/${inLoops[1]}/reply`, { reply: "So." });
  await student.put(`/doubts/${inLoops[2]}/resolve`);
  const found = async (query: string, me = student) => {
    const { status, body } = await me.get(`/doubts/filter-doubts?assignmentTitle=LOOPS&${query}`);
    is(status, 200, JSON.stringify(body));
    return [body.doubts.map(({ _id }: { _id: string }) => inLoops.indexOf(_id)), body.total];
  };
  equals(await found(""), [[2, 1, 5, 4, 3, 0], 6]);
  equals(await found("limit=2&page=2"), [[5, 4], 6]);
  equals(await found("limit=100&page=2"), [[], 6]);
  equals(await found("status=new"), [[5, 4, 3, 0], 4]);
  equals(await found("resolved=true"), [[2], 1]);
  equals(await found("scope=mine&difficulty=easy&assignmentTag=HW"), [[2, 1, 5, 4, 3, 0], 6]);
  equals(await found("difficulty=hard"), [[], 0]);
  equals(await found("text=80"), [[4], 1]);
  equals(await found("order=queue", mentor), [[0, 3, 4, 5, -1, 2, 1], 7]);
  equals(await found("timeframe=today&limit=1", mentor), [[2], 7]);
  const { body } = await student.get("/doubts/filter-doubts?assignmentTitle=loop&limit=100");
  equals(body.doubts.map(({ _id }: { _id: string }) => _id).includes(alone), true);
  equals([body.total, JSON.stringify(body).includes(hidden._id)], [7, false]);
  // Waiting are the new ones, and the one that is asked again.
  equals(await found("waiting=true"), [[5, 4, 3, 0], 4]);
  await student.put(`/doubts/${inLoops[1]}/followup`, { followup: "And then?" });
  equals(await found("waiting=true"), [[1, 5, 4, 3, 0], 5]);
  equals(await found("waiting=true&text=80"), [[4], 1]);
  equals(await found("waiting=true&scope=mine&resolved=true"), [[], 0]);
});

Deno.test("a title filter is correct for any number of matching assignments, also after the number changes", async () => {
  await using server = await testServer();
  const { sql } = server.parts.database;
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const ids = await copies(mentor, server, { title: "Queues", count: 402 });
  const names = new Map<string, string>();
  const doubtText = "Why first out?";
  for (const at of [0, 8, 150, 399, 400, 401]) {
    names.set((await doubt(student, ids[at] ?? "", { doubtText }))._id, String(at));
  }
  const hidden = await doubt(await person(server), ids[3] ?? "", { doubtText, private: true });
  names.set(hidden._id, "3");
  const filters: Record<string, string>[] = [{}, { resolved: "false" }, { text: "first" }];
  // The result must not depend on the previous count.
  for (const count of [4, 8, 9, 150, 151, 400, 401, 402, 401, 400, 151, 9, 4, 0]) {
    await sql`update assignments set title = case when id = any(${ids.slice(0, count)})
      then 'Queues' else 'Stacks' end`;
    for (const [who, hides] of [[mentor, ""], [student, "3"]] as const) {
      const expected = [...names.values()].reverse()
        .filter((at) => Number(at) < count && at !== hides);
      for (const filter of filters) {
        equals(
          await found(who, names, { assignmentTitle: "queue", ...filter }),
          expected,
          `${count}, a ${who.role}, ${JSON.stringify(filter)}`,
        );
      }
    }
  }
});
