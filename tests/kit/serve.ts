/**
 * A server for browser journeys, in its own process: a real PostgreSQL, a real SMTP server, one
 * distributed question, and a person for each name in PEOPLE ("mentor:Meera", …). With DEMO_CLASS
 * it also has the demo class, whose people are named by their role; with LONG_LISTS it has long
 * lists, of the first two learners; with WITH_JUDGE it runs programs; with SECOND_SERVER there is
 * another server on the same database; with WITH_SCHOOL everybody has an account of a school's
 * provider, and so has Nila Raman, who has none here, and SIGUSR2 ends the provider. It prints what
 * it created as one line of JSON, and then one line for each mail that arrives.
 */
import { DEMO_PASSWORD, fillEmpty } from "../../db/seed.ts";
import { createJudge } from "../../server/languages/judge/judge.ts";
import { assignment } from "./assignments.ts";
import { fillLargeClass } from "./long.ts";
import { caller, person } from "./people.ts";
import type { Role } from "../../server/kit/core/roles.ts";
import { startSchool } from "./school.ts";
import { testServer } from "./server.ts";
import { mailbox } from "./smtp.ts";

// The provider's advice to its operator would be read as mails.
console.info = () => {};
const mail = await mailbox();
const { PORT = "0", PUBLIC_URL = "" } = Deno.env.toObject();
const judge = Deno.env.has("WITH_JUDGE") ? { judge: createJudge({ niceness: 0 }) } : {};
const school = Deno.env.has("WITH_SCHOOL") ? await startSchool({ publicUrl: PUBLIC_URL }) : null;
const server = await testServer(
  { ...school?.vars, PORT, PUBLIC_URL, SMTP_URL: mail.url },
  { ...judge, notifies: true },
);
const wanted = (Deno.env.get("PEOPLE") ?? "").split(",").filter((who) => who !== "");
const people: Record<string, { token: string; user: unknown }> = {};
if (Deno.env.has("DEMO_CLASS")) {
  await fillEmpty(server.parts.database, { zone: server.parts.env.classTz });
  for (const who of ["student", "volunteer", "mentor", "admin"]) {
    const login = { email: `${who}@demo.test`, password: DEMO_PASSWORD };
    people[who] = (await caller(server).post("/auth/login", login)).body;
  }
}
const mentor = await person(server, "mentor", "Meera Iyer");
const { _id: assignmentId } = await assignment(mentor, { title: "Reverse an array" }, "hw");
for (const who of wanted) {
  const [role = "", name = ""] = who.split(":");
  const made = await person(server, role as Role, name);
  people[name] = { token: made.token, user: (await made.get("/auth/me")).body };
  school?.people.set(name, { email: made.email, email_verified: true, name });
}
school?.people.set("Nila Raman", {
  email: "nila@school.test",
  email_verified: true,
  name: "Nila Raman",
});
const idOf = (name: string) => (people[name]?.user as { _id: string })._id;
const named = (role: string) =>
  wanted.filter((who) => who.startsWith(`${role}:`)).map((who) => idOf(who.split(":")[1] ?? ""));
const { thread } = Deno.env.has("LONG_LISTS")
  ? await fillLargeClass(server.databaseUrl, {
    mentor: named("mentor")[0] ?? "",
    learners: named("student").slice(0, 2) as [string, string],
  })
  : { thread: undefined };
const second = Deno.env.has("SECOND_SERVER")
  ? await testServer({ DATABASE_URL: server.databaseUrl, FILES: server.parts.env.files }, judge)
  : undefined;
const { databaseUrl } = server;
console.log(JSON.stringify({
  ...{ assignmentId, people, thread, second: second?.url, databaseUrl },
  provider: school?.issuer,
}));

let next = 0;
const timer = setInterval(() => {
  for (; next < mail.arrived.length; next++) console.log(JSON.stringify(mail.arrived[next]));
}, 100);

Deno.addSignalListener("SIGUSR2", () => void school?.close());
Deno.addSignalListener("SIGTERM", async () => {
  clearInterval(timer);
  await second?.[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await mail.close();
  await school?.close();
  Deno.exit(0);
});
