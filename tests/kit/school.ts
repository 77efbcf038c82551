/**
 * A school's OpenID Connect provider in this process. It can be made to lie: then it signs other
 * claims with its real key.
 */
import type { Server } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { Provider } from "oidc-provider";
import { CALLBACK_PATH } from "../../server/kit/security/oidc.ts";
import { freePort } from "./process.ts";

type Person = object;
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

/**
 * @param inIdToken whether the address is in the ID token, or only at the userinfo endpoint
 * @param isTrusted whether the server trusts it to know its people's addresses
 * @param publicUrl the application's address
 */
export async function startSchool(
  { inIdToken = true, isTrusted = false, publicUrl = `http://127.0.0.1:${freePort()}` } = {},
): Promise<School> {
  const [own, other] = await Promise.all(
    [1, 2].map(() => generateKeyPair(ALG, { extractable: true })),
  ) as [Keys, Keys];
  const port = freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [publicUrl + CALLBACK_PATH] }],
    jwks: { keys: [{ ...await exportJWK(own.privateKey), kid: "own", alg: ALG, use: "sig" }] },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "preferred_username"],
    },
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
      PORT: new URL(publicUrl).port,
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_NAME: "North School",
      ...(isTrusted && { OIDC_TRUSTED_ISSUERS: issuer }),
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
