/**
 * A school's OpenID Connect provider in this process, and a browser that signs in there by its
 * forms. It can be made to lie: then it signs other claims with its real key.
 */
import type { Server } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { Provider } from "oidc-provider";
import { CALLBACK_PATH } from "../../server/kit/security/oidc.ts";
import { caller, type Reply } from "./people.ts";
import { freePort } from "./process.ts";
import { type TestServer, testServer } from "./server.ts";

type Person = { email?: string; email_verified?: unknown; name?: unknown };
type Lie = (claims: JWTPayload) => JWTPayload;

export type School = {
  issuer: string;
  /** The settings of a server whose accounts are here. */
  vars: Record<string, string>;
  /** The provider's id of each person → what it knows of them. */
  people: Map<string, Person>;
  /** What it says in place of the truth; null to be honest. */
  lie: Lie | null;
  /** Signs with a key that it does not publish. */
  forges: boolean;
  open(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const CLIENT = { client_id: "doubtless", client_secret: "known to the two of them" };
const ALG = "RS256";

/** @param inIdToken whether the address is in the ID token, or only at the userinfo endpoint */
export async function startSchool({ inIdToken = true } = {}): Promise<School> {
  const [own, other] = await Promise.all(
    [1, 2].map(() => generateKeyPair(ALG, { extractable: true })),
  ) as [Keys, Keys];
  const [port, appPort] = [freePort(), freePort()];
  const issuer = `http://127.0.0.1:${port}`;
  const publicUrl = `http://127.0.0.1:${appPort}`;
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [publicUrl + CALLBACK_PATH] }],
    jwks: { keys: [{ ...await exportJWK(own.privateKey), kid: "own", alg: ALG, use: "sig" }] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: !inIdToken,
    cookies: { keys: ["a test"] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
  });
  const people = new Map<string, Person>();
  provider.use(async (ctx: { body: unknown }, next: () => Promise<void>) => {
    await next();
    const { id_token: token } = (ctx.body ?? {}) as { id_token?: string };
    if (!token || !(school.lie || school.forges)) return;
    const claims: JWTPayload = JSON.parse(
      atob(token.split(".")[1]!.replace(/-/g, "+").replace(/_/g, "/")),
    );
    const signed = await new SignJWT((school.lie ?? ((same) => same))(claims))
      .setProtectedHeader({ alg: ALG, kid: "own" })
      .sign((school.forges ? other : own).privateKey);
    ctx.body = { ...ctx.body as object, id_token: signed };
  });
  let http: Server | null = null;
  const school: School = {
    issuer,
    vars: {
      PORT: String(appPort),
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_NAME: "North School",
    },
    people,
    lie: null,
    forges: false,
    open: () =>
      new Promise((ready) => {
        http = provider.listen(port, "127.0.0.1", () => ready());
      }),
    async close() {
      const open = http;
      http = null;
      if (!open) return;
      open.closeAllConnections();
      await new Promise((closed) => open.close(closed));
    },
    [Symbol.asyncDispose]: () => school.close(),
  };
  await school.open();
  return school;
}

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

/** A provider, and a server that uses it. */
export async function schoolServer(
  vars: Record<string, string> = {},
  options: Parameters<typeof startSchool>[0] = {},
): Promise<{ school: School; server: TestServer; [Symbol.asyncDispose](): Promise<void> }> {
  const school = await startSchool(options);
  const server = await testServer({ ...school.vars, ...vars });
  return {
    school,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await school.close();
    },
  };
}

class Jar {
  readonly kept = new Map<string, string>();
  keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = "", value = ""] = line.match(/^([^=]+)=([^;]*)/) ?? [];
      if (value === "" || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) this.kept.delete(name);
      else this.kept.set(name, value);
    }
  }
  get header(): Record<string, string> {
    return { cookie: [...this.kept].map(([name, value]) => `${name}=${value}`).join("; ") };
  }
}

export type Browser = {
  /** The cookies of the application. */
  cookies: Map<string, string>;
  post(path: string, body?: unknown): Promise<Reply>;
  /** Begins to sign in. @returns the provider's address */
  start(): Promise<string>;
  /** Signs in at the provider by its forms. @returns the query that it brings back */
  visit(url: string, login: string | null): Promise<string>;
  /** All of it. */
  signIn(login: string): Promise<Reply>;
};

export function openBrowser(server: { url: string }): Browser {
  const [own, theirs] = [new Jar(), new Jar()];
  const visitor = caller(server);
  const browser: Browser = {
    cookies: own.kept,
    async post(path, body) {
      const reply = await visitor.post(path, body, own.header);
      own.keep(reply.headers);
      return reply;
    },
    async start() {
      const { status, body } = await browser.post("/auth/oidc/start");
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body.url;
    },
    async visit(url, login) {
      // Another person signs in: the provider must not remember the one before.
      theirs.kept.clear();
      let [address, body]: [string, URLSearchParams | null] = [url, null];
      for (let step = 0; step < 12; step++) {
        const response = await fetch(address, {
          method: body ? "POST" : "GET",
          body,
          redirect: "manual",
          headers: theirs.header,
        });
        theirs.keep(response.headers);
        const text = await response.text();
        const location = response.headers.get("location");
        if (location !== null) {
          const next = new URL(location, address);
          if (next.pathname === CALLBACK_PATH) return next.search;
          [address, body] = [next.href, null];
        } else if (login === null) {
          // The form's link that cancels.
          [address, body] = [`${address}/abort`, null];
        } else {
          const [, action] = text.match(/<form[^>]* action="([^"]+)"/) ?? [];
          if (!action) throw new Error(`${response.status} without a form: ${text.slice(0, 500)}`);
          const fields = [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
          body = new URLSearchParams(fields.map(([, name = "", value = ""]) => [name, value]));
          body.set("login", login);
          body.set("password", "any");
          address = new URL(action, address).href;
        }
      }
      throw new Error("The provider leads in a circle.");
    },
    async signIn(login) {
      const query = await browser.visit(await browser.start(), login);
      return await browser.post("/auth/oidc/finish", { query });
    },
  };
  return browser;
}
