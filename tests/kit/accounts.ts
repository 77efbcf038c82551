/** Builds registration forms as the page sends them, and registers accounts through the API. */
import type { Mailbox } from "./smtp.ts";
import { type Caller, caller, PASSWORD, type Reply } from "./people.ts";

let made = 0;

/** Returns an email address that no account has. */
export const newAddress = (): string =>
  `new${++made}.${crypto.randomUUID().slice(0, 8)}@class.test`;

export function registrationForm(email: string, fields: Record<string, string | File> = {}) {
  const form = new FormData();
  const all = { name: "Asha Rao", email, password: PASSWORD, branch: "CSE", year: "2", ...fields };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  return form;
}

export type Registered = { email: string; token: string; code: string; visitor: Caller };

/** Registers, and reads the code from the mail. @throws Error when the registration is refused */
export async function register(
  server: { url: string },
  mails: Mailbox,
  { email = newAddress(), ...fields }: Record<string, string | File> & { email?: string } = {},
): Promise<Registered> {
  const visitor = caller(server);
  const reply = await visitor.post("/auth/register", registrationForm(email, fields));
  if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  const { code = "" } = await mails.next(email);
  return { email, token: reply.body.token, code, visitor };
}

/** Registers an account and verifies its address. */
export async function account(
  server: { url: string },
  mails: Mailbox,
  fields: Parameters<typeof register>[2] = {},
): Promise<Registered & { session: Reply["body"] }> {
  const registered = await register(server, mails, fields);
  const { email, code, token, visitor } = registered;
  const verified = await visitor.post("/auth/verify-otp", { email, otp: code, token });
  if (verified.status !== 200) throw new Error(JSON.stringify(verified.body));
  return { ...registered, session: verified.body };
}

/** Returns a code that differs from this one. */
export const differentCode = (code: string): string => code === "000000" ? "000001" : "000000";

/** Returns the parts of a reply by which a client can tell two replies apart. */
export function replyShape({ status, body, headers }: Reply) {
  const shape = (value: unknown) => typeof value === "string" ? value.length : typeof value;
  return {
    status,
    msg: body.msg,
    code: body.code,
    fields: Object.entries(body).map(([name, value]) =>
      name === "token" ? [name, shape(value)] : [name, value]
    ),
    headers: Array.from(headers.keys()).sort(),
  };
}
