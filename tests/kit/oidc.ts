/** A server whose accounts are a school's, and a browser that signs in there by its forms. */
import { CALLBACK_PATH } from "../../server/kit/security/oidc.ts";
import { caller, type Reply } from "./people.ts";
import { type School, startSchool } from "./school.ts";
import { type TestServer, testServer } from "./server.ts";

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
