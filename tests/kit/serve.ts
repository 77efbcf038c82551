/**
 * A server for browser journeys, as a process of its own: a real PostgreSQL, a real SMTP server,
 * one question given out, and a person for each name in PEOPLE ("mentor:Meera", …); with
 * DEMO_CLASS also the demo class, whose people are called by their role; with LONG_LISTS what makes
 * lists long, of the first two learners. Prints what it made as one line of JSON, then one line for
 * each mail that arrives.
 */
import { DEMO_PASSWORD, fillEmpty } from "../../db/seed.ts";
import { assignment } from "./assignments.ts";
import { fillLong } from "./long.ts";
import { caller, person } from "./people.ts";
import type { Role } from "../../server/kit/roles.ts";
import { testServer } from "./server.ts";
import { mailbox } from "./smtp.ts";

const mail = await mailbox();
const { PORT = "0", PUBLIC_URL = "" } = Deno.env.toObject();
const server = await testServer({ PORT, PUBLIC_URL, SMTP_URL: mail.url });
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
}
const idOf = (name: string) => (people[name]?.user as { _id: string })._id;
const named = (role: string) =>
  wanted.filter((who) => who.startsWith(`${role}:`)).map((who) => idOf(who.split(":")[1] ?? ""));
const { thread } = Deno.env.has("LONG_LISTS")
  ? await fillLong(server.databaseUrl, {
    mentor: named("mentor")[0] ?? "",
    learners: named("student").slice(0, 2) as [string, string],
  })
  : { thread: undefined };
console.log(JSON.stringify({ assignmentId, people, thread }));

let told = 0;
const timer = setInterval(() => {
  for (; told < mail.arrived.length; told++) console.log(JSON.stringify(mail.arrived[told]));
}, 100);

Deno.addSignalListener("SIGTERM", async () => {
  clearInterval(timer);
  await server[Symbol.asyncDispose]();
  await mail.close();
  Deno.exit(0);
});
