/** Who may register: the rule, its refusals, and what they do not tell. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { admits, ruleSentence } from "../server/admission/policy.ts";
import { DOMAINS_MISSING } from "../server/admission/schema.ts";
import { readMailDomain } from "../server/kit/core/schema.ts";
import { registrationForm } from "./kit/accounts.ts";
import { caller, person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

Deno.test("a domain admits its own addresses, and subdomains only with a star", () => {
  const rule = { rule: "domains", domains: ["school.edu", "*.uni.example"] } as const;
  const of = { ...rule, domains: [...rule.domains] };
  const admitted = (email: string) => admits(of, email);
  is(admitted("a@school.edu"), true);
  is(admitted("a@School.EDU"), true);
  is(admitted("a@cs.school.edu"), false);
  is(admitted("a@myschool.edu"), false);
  is(admitted("a@school.edu.evil.example"), false);
  is(admitted("a@cs.uni.example"), true);
  is(admitted("a@uni.example"), false);
  is(admitted("a@myuni.example"), false);
  is(admits({ rule: "open", domains: [] }, "a@evil.example"), true);
  is(ruleSentence(of), "Only addresses of school.edu or *.uni.example can register.");
});

Deno.test("a domain is stored in ASCII and lower case", () => {
  is(readMailDomain(" School.EDU "), "school.edu");
  is(readMailDomain("*.School.edu"), "*.school.edu");
  is(readMailDomain("Bücher.example"), "xn--bcher-kva.example");
  for (
    const wrong of ["", "school", "a@school.edu", "*.*.edu", "127.0.0.1", "a b.edu", "x.edu/y"]
  ) {
    is(readMailDomain(wrong), null, wrong);
  }
});

Deno.test("the server refuses other domains, the same with and without an account", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const student = await person(server);
  const visitor = caller(server);
  const register = (email: string) => visitor.post("/auth/register", registrationForm(email));
  const all = { schoolOnly: [], school: null };
  const first = { rule: "open", domains: [], ...all, version: 1 };
  equals((await visitor.get("/admission")).body, first);
  is((await register("first@home.example")).status, 201);

  const wanted = { rule: "domains", domains: ["School.edu", "school.edu"], version: 1 };
  const saved = await admin.put("/admission", wanted);
  equals([saved.status, saved.body], [
    200,
    { rule: "domains", domains: ["school.edu"], ...all, version: 2 },
  ]);
  equals((await visitor.get("/admission")).body, saved.body);
  const sentence = "Only addresses of school.edu can register.";
  for (const email of ["second@home.example", student.email]) {
    const { status, body } = await register(email);
    equals([status, body.code, body.errors], [400, "auth.domain", { email: sentence }]);
  }
  is((await register("Third@SCHOOL.edu")).status, 201);

  is((await admin.put("/admission", wanted)).status, 409);
  const none = await admin.put("/admission", { rule: "domains", domains: [] });
  equals([none.status, none.body.errors], [400, { domains: DOMAINS_MISSING }]);
  await admin.put("/admission", { rule: "open", domains: ["school.edu"] });
  equals((await visitor.get("/admission")).body.domains, []);
  equals((await admin.get("/admission")).body.domains, ["school.edu"]);
});

Deno.test("the settings give the first rule, which an admin may change", async () => {
  await using server = await testServer({
    REGISTRATION: "domains",
    REGISTRATION_DOMAINS: "school.edu, *.School.edu",
  });
  const visitor = caller(server);
  equals((await visitor.get("/admission")).body, {
    rule: "domains",
    domains: ["school.edu", "*.school.edu"],
    schoolOnly: [],
    school: null,
    version: 1,
  });
  const register = () => visitor.post("/auth/register", registrationForm("a@home.example"));
  is((await register()).status, 400);
});
