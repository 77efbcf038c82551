/**
 * The SMTP server is down, or accepts connections and stays silent: people can still register, and
 * every mail arrives once, later.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { newAddress, registrationForm } from "../kit/accounts.ts";
import { caller } from "../kit/people.ts";
import { type TestServer, testServer } from "../kit/server.ts";
import { mailbox } from "../kit/smtp.ts";
import { openNetworkProxy } from "./kit/network.ts";
import { eventually } from "./kit/servers.ts";

const MINUTES = 10;

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** Registers this many people. @returns their addresses */
async function register(servers: TestServer[], count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, newAddress);
  await Promise.all(emails.map(async (email, at) => {
    const { status } = await caller(servers[at % servers.length] as TestServer)
      .post("/auth/register", registrationForm(email));
    is(status, 201);
  }));
  return emails;
}

const waiting = async ({ parts }: TestServer): Promise<number> =>
  (await parts.database.sql`select count(*)::int as n from mails where sent_at is null`)[0]?.n;

/**
 * Moves the clocks on by one minute and waits until every mail that is due has been tried. No mail
 * may be in progress before the clocks move: otherwise its lease would seem to have expired.
 */
async function aMinuteLater(servers: TestServer[], minute: number): Promise<void> {
  for (const server of servers) server.setClock(inMinutes(minute));
  for (const server of servers) server.parts.postman.nudge();
  const [{ parts }] = servers as [TestServer];
  await eventually(async () => {
    const [row] = await parts.database.sql`
      select sum(attempts)::int as tried, count(sent_at)::int as sent, 
        count(*) filter (where sent_at is null and due_at <= ${parts.clock()})::int as due
      from mails`;
    const failures = servers.flatMap(({ logged }) => logged)
      .filter(({ msg }) => msg === "mail could not be sent").length;
    equals([row?.tried, row?.due], [row?.sent + failures, 0]);
  });
}

Deno.test(`SMTP down for ${MINUTES} minutes: people can register meanwhile, and get their mail exactly once`, async () => {
  await using mails = await mailbox();
  using network = openNetworkProxy({ url: mails.url });
  network.cut();
  const SMTP_URL = network.url.replace("http", "smtp");
  await using one = await testServer({ SMTP_URL });
  await using two = await testServer({ SMTP_URL, DATABASE_URL: one.databaseUrl });
  const servers = [one, two];
  const emails: string[] = [];
  for (let minute = 0; minute <= MINUTES; minute++) {
    emails.push(...await register(servers, 2));
    await aMinuteLater(servers, minute);
  }
  is(await waiting(one), emails.length);

  is(mails.arrived.length, 0);
  network.mend();
  // Longer than the longest delay before a mail will be retried.
  for (let minute = MINUTES + 1; await waiting(one) > 0; minute++) {
    ok(minute <= 2 * MINUTES + 1, "mail waits for longer than ten minutes");
    await aMinuteLater(servers, minute);
  }
  equals(mails.arrived.flatMap(({ to }) => to).sort(), emails.sort());
  for (const { code } of mails.arrived) match(code ?? "", /^\d{6}$/);
  equals(servers.flatMap(({ logged }) => logged.filter(({ level }) => level === "error")), []);
});

Deno.test("an SMTP server that accepts connections and stays silent delays nobody", async () => {
  await using mails = await mailbox();
  using network = openNetworkProxy({ url: mails.url });
  network.silence();
  await using server = await testServer({ SMTP_URL: network.url.replace("http", "smtp") });
  const emails = await register([server], 3);
  // More people register while the postman waits for the server's greeting.
  emails.push(...await register([server], 5));
  equals([await waiting(server), mails.arrived.length], [emails.length, 0]);
  network.mend();
  for (let minute = 1; await waiting(server) > 0; minute++) {
    ok(minute <= MINUTES + 1);
    await aMinuteLater([server], minute);
  }
  equals(mails.arrived.flatMap(({ to }) => to).sort(), emails.sort());
});
