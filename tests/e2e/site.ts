/** A running site for journeys: its people, its mail, and a network that can be cut. */
import { type ChildProcess, spawn } from "node:child_process";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import process from "node:process";
import { createInterface } from "node:readline";
import {
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Route,
  test as base,
} from "@playwright/test";

type Mail = { to: string[]; code?: string };
type Made = {
  assignmentId: string;
  people: Record<string, { token: string; user: object }>;
  /** The longest doubt, where lists are long. */
  thread?: string;
};

export type Site = Made & {
  url: string;
  /** The newest code that was mailed to an address. */
  codeFor(address: string): Promise<string>;
  /** Cuts every connection and refuses new ones, until it is mended. */
  cut(): void;
  mend(): void;
  /** Cuts the next reply to a request for this path in the middle of its body. */
  breakReply(path: string): void;
};

const PEOPLE = "mentor:Asha Rao,mentor:Vikram Shah,student:Ravi Kumar,student:Zoya Khan," +
  "volunteer:Meena Das,admin:Leela Nair";

export const test = base.extend<object, { site: Site; hasDemo: boolean; isLong: boolean }>({
  /** Whether the demo class is there as well; its people are called by their role. */
  hasDemo: [false, { option: true, scope: "worker" }],
  /** Whether lists are as long as they get. */
  isLong: [false, { option: true, scope: "worker" }],
  site: [async ({ hasDemo, isLong }, use) => {
    const wire = await openWire();
    const child = startServer(wire, {
      ...(hasDemo && { DEMO_CLASS: "1" }),
      ...(isLong && { LONG_LISTS: "1" }),
    });
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    const mails: Mail[] = [];
    const made = await new Promise<Made>((ready, fail) => {
      child.once("exit", (code) => fail(new Error(`the server ended with ${code}`)));
      lines.once("line", (line) => {
        ready(JSON.parse(line));
        lines.on("line", (line) => mails.push(JSON.parse(line)));
      });
    });
    await use({
      ...made,
      url: wire.url,
      cut: wire.cut,
      mend: wire.mend,
      breakReply: wire.breakReply,
      codeFor: (address) => soon(() => mails.findLast(({ to }) => to.includes(address))?.code),
    });
    child.removeAllListeners("exit");
    child.kill("SIGTERM");
    await new Promise((ended) => child.once("exit", ended));
    wire.close();
  }, { scope: "worker", timeout: 90_000 }],
});

/** A page of its own browser profile, signed in as that person. */
export async function pageOf(
  browser: Browser,
  site: Site,
  name: string,
  device: BrowserContextOptions = {},
): Promise<Page> {
  const session = site.people[name];
  if (!session) throw new Error(`nobody is called ${name}`);
  const context = await browser.newContext({ ...device, baseURL: site.url });
  await context.addInitScript(({ token, user }) => {
    localStorage.setItem("token", token);
    localStorage.setItem("user", JSON.stringify(user));
  }, session);
  return await context.newPage();
}

/** A call in somebody's name, past the browser. */
export async function call(site: Site, name: string, path: string, init: RequestInit = {}) {
  const response = await fetch(`${site.url}/api${path}`, {
    ...init,
    headers: {
      "x-auth-token": site.people[name]?.token ?? "",
      ...(typeof init.body === "string" && { "content-type": "application/json" }),
    },
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return await response.json();
}

/** Answers in the server's place, as fresh as its own answer: older, and the whole log is told again. */
export async function answer(route: Route, json: unknown): Promise<void> {
  const response = await route.fetch();
  const seq = response.headers()["x-seq"];
  if (seq === undefined) throw new Error(`${route.request().url()} is no call of the API`);
  await route.fulfill({ json, headers: { "x-seq": seq } });
}

/** Answers with the page of the list that is asked for. */
export async function answerPage(route: Route, list: unknown[]): Promise<void> {
  const { searchParams } = new URL(route.request().url());
  const asked = (name: string) => Number(searchParams.get(name));
  const end = asked("page") * asked("limit");
  await answer(route, list.slice(end - asked("limit"), end));
}

/** A question by Asha Rao, given out as homework. */
export async function newQuestion(site: Site, title: string): Promise<string> {
  const fields = {
    title,
    explanation: "Read **n** numbers first.",
    difficulty: "easy",
    tags: "arrays",
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Arrays",
  };
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const { _id } = await call(site, "Asha Rao", "/assignments", { method: "POST", body });
  await call(site, "Asha Rao", `/assignments/${_id}/distribution`, {
    method: "PUT",
    body: JSON.stringify({ distributionTag: "hw" }),
  });
  return _id;
}

/** A doubt by a student on the site's question, whose earlier one is resolved first. */
export async function newDoubt(site: Site, student: string, doubtText: string): Promise<string> {
  const { doubts } = await call(site, student, "/doubts/filter-doubts?scope=mine&resolved=false");
  for (const { _id } of doubts) {
    await call(site, student, `/doubts/${_id}/resolve`, { method: "PUT", body: "{}" });
  }
  const body = JSON.stringify({ assignmentId: site.assignmentId, doubtText });
  return (await call(site, student, "/doubts", { method: "POST", body }))._id;
}

function startServer(wire: Wire, made: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ["run", "-A", "--no-check", "tests/kit/serve.ts"], {
    env: {
      ...process.env,
      PORT: String(wire.behind),
      PUBLIC_URL: wire.url,
      PEOPLE,
      ...made,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

type Wire = Pick<Site, "url" | "cut" | "mend" | "breakReply"> & { behind: number; close(): void };

/** What lies between browser and server. */
async function openWire(): Promise<Wire> {
  const behind = await freePort();
  const open = new Set<Socket>();
  let isCut = false;
  let toBreak: string | null = null;
  const wire = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(behind, "127.0.0.1");
    for (const [one, other] of [[near, far], [far, near]] as const) {
      open.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
    near.on("data", (asked) => {
      if (toBreak === null || !asked.toString().startsWith(`GET ${toBreak}`)) return;
      toBreak = null;
      far.unpipe(near);
      far.once("data", (said) => {
        const body = said.indexOf("\r\n\r\n") + 4;
        near.write(said.subarray(0, body + 20), () => near.destroy());
      });
      far.resume();
    });
  });
  const port = await listening(wire, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    behind,
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend: () => isCut = false,
    breakReply: (path) => toBreak = path,
    close: () => wire.close(),
  };
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((ready) => {
    server.listen(port, "127.0.0.1", () => ready((server.address() as AddressInfo).port));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server, 0);
  await new Promise((closed) => server.close(closed));
  return port;
}

async function soon<T>(look: () => T | undefined, tries = 150): Promise<T> {
  for (let n = 0; n < tries; n++) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((wait) => setTimeout(wait, 100));
  }
  throw new Error("it did not come");
}
