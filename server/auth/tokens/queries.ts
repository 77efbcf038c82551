/** Reads the person of an API token, and a person's own tokens. */
import { and, desc, eq, isNull } from "drizzle-orm";
import { pick } from "../../kit/db/columns.ts";
import type { Reader } from "../../kit/db/database.ts";
import type { Asker, Me } from "../../kit/core/roles.ts";
import { hashOfApiToken } from "../../kit/security/api_token.ts";
import { badToken, type Tokens } from "../../kit/security/tokens.ts";
import { isDisabled } from "../../people/policy.ts";
import { people } from "../../people/tables.ts";
import { SECTIONS_OF_PERSON } from "../../sections/queries.ts";
import { type ApiToken, TOKENS_MOST } from "./schema.ts";
import { apiTokens } from "./tables.ts";

/** The person of an API token, with their present role. @throws Refusal 401 */
export async function identifyToken(
  { db, tokens, now }: { db: Reader; tokens: Tokens; now: string },
  token: string,
): Promise<Asker & { id: string; usedAt: string | null }> {
  const ids = tokens.readApiToken(token);
  if (ids === null) throw badToken("This API token is not valid.");
  const hash = hashOfApiToken(token);
  const [found] = await db.select({
    me: { _id: people.id, name: people.name, role: people.role },
    sections: SECTIONS_OF_PERSON,
    token: apiTokens,
    epoch: people.epoch,
    disabledUntil: people.disabledUntil,
  }).from(apiTokens).innerJoin(people, eq(people.id, apiTokens.personId))
    .where(and(eq(apiTokens.id, ids.id), eq(apiTokens.hash, hash), isNull(people.deletedAt)));
  if (!found || found.token.epoch !== found.epoch || isDisabled(found, now)) {
    throw badToken("This API token has ended.");
  }
  const { token: { id, name, scope, expiresAt, usedAt }, sections } = found;
  if (expiresAt <= now) throw badToken("This API token has expired.");
  const me: Me = { ...found.me, ...(sections.length > 0 && { sections }) };
  return { me, apiToken: { name, mayWrite: scope === "write" }, id, usedAt };
}

/** A person's tokens that have not ended, newest first. */
export const listTokens = (db: Reader, personId: string): Promise<ApiToken[]> =>
  db.select({
    _id: apiTokens.id,
    ...pick(apiTokens, "name", "scope", "createdAt", "expiresAt", "usedAt"),
  }).from(apiTokens).innerJoin(people, eq(people.id, apiTokens.personId))
    .where(and(eq(apiTokens.personId, personId), eq(apiTokens.epoch, people.epoch)))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id)).limit(TOKENS_MOST);
