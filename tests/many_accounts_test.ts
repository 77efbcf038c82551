/** Changes of several accounts at once, who is here, and the last sign-in. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { newId } from "../server/kit/core/ids.ts";
import { storeVisits } from "../server/auth/sessions/commands.ts";
import { MANY_MOST } from "../server/people/schema.ts";
import { caller, PASSWORD, person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

Deno.test("several accounts are disabled, enabled and deleted; each refused one is named", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const [first, second] = [await person(server), await person(server, "mentor")];
  const unknown = newId();
  const ids = [first._id, second._id, first._id, unknown];
  const many = (act: string, more = {}) => admin.post("/users/many", { act, ids, ...more });
  using ear = await listen(server, { token: first.token });
  const disabled = await many("disable", { hours: 2 });
  equals(disabled.body, {
    done: [first._id, second._id].sort(),
    refused: [{
      _id: unknown,
      name: null,
      code: "not-found",
      msg: "This account does not exist, or you may not see it.",
    }],
  });
  is((await ear.next("session.ended")).reason, "disabled");
  is((await second.get("/auth/me")).status, 401);
  const login = () =>
    caller(server).post("/auth/login", { email: first.email, password: PASSWORD });
  is((await login()).body.code, "auth.disabled");
  is((await many("enable")).body.done.length, 2);
  is((await login()).status, 200);
  is((await many("delete")).body.done.length, 2);
  is((await login()).body.code, "auth.wrong");
  equals((await many("delete")).body.done, []);
  const names = (await admin.get("/users")).body.map(({ name }: { name: string }) => name);
  equals(names, [admin.name]);
});

Deno.test("one admin stays when all are chosen: the one who asks", async () => {
  await using server = await testServer();
  const admins = [];
  for (let count = 0; count < 3; count++) admins.push(await person(server, "admin"));
  const [me, ...others] = admins as [typeof admins[0], ...typeof admins];
  const ids = admins.map(({ _id }) => _id);
  for (const wanted of [{ act: "disable", hours: 1 }, { act: "delete" }]) {
    const { body } = await me.post("/users/many", { ...wanted, ids });
    equals(body.done, others.map(({ _id }) => _id).sort());
    equals(body.refused.map(({ name, code }: { name: string; code: string }) => [name, code]), [
      [me.name, "user.last-admin"],
    ]);
    await me.post("/users/many", { act: "enable", ids });
  }
  is((await me.get("/auth/me")).status, 200);
});

Deno.test("the number of accounts in one call is bounded, and the fields belong to the act", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const ids = Array.from({ length: MANY_MOST + 1 }, newId);
  for (
    const body of [
      { act: "enable", ids },
      { act: "enable", ids: [] },
      { act: "enable", ids: ["x"] },
      { act: "enable", ids: [newId()], hours: 2 },
      { act: "disable", ids: [newId()] },
      { act: "disable", ids: [newId()], hours: -1 },
      { act: "promote", ids: [newId()] },
    ]
  ) is((await admin.post("/users/many", body)).status, 400, JSON.stringify(body).slice(0, 80));
});

Deno.test("admins see who is here now, and each account's last sign-in", async () => {
  await using server = await testServer();
  const [admin, student] = [await person(server, "admin"), await person(server)];
  server.setClock("2026-03-04T06:30:00.000Z");
  await caller(server).post("/auth/login", { email: student.email, password: PASSWORD });
  const here = async () =>
    (await admin.get("/users/here")).body.map(({ _id }: { _id: string }) => _id);
  const accounts = async () =>
    (await admin.get("/users")).body.map((account: { _id: string; signedInAt?: string }) => [
      account._id,
      account.signedInAt,
    ]);
  equals(await here(), [student._id]);
  equals(await accounts(), [[admin._id, undefined], [student._id, "2026-03-04T06:30:00.000Z"]]);
  server.setClock("2026-03-04T06:40:00.000Z");
  equals(await here(), []);
  // A connected socket counts, without a call.
  await storeVisits(server.parts, [{ personId: student._id, session: crypto.randomUUID() }]);
  equals((await here()).sort(), [admin._id, student._id].sort());
  is((await student.get("/users/here")).status, 403);
});
