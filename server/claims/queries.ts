/** Claims on doubts and responses: the joins that read them, and their event data. */
import { and, type Column, eq, gt, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { responses } from "../assignments/tables.ts";
import type { Claim } from "../doubts/schema.ts";
import { doubts } from "../doubts/tables.ts";
import type { Subject } from "../kit/db/claims.ts";
import { claims } from "../kit/db/tables.ts";
import type { EventData } from "../events.ts";
import { people } from "../people/tables.ts";

/** The person who holds a claim; joined on `claims.byId`. */
export const holder = alias(people, "holder");

export const claimColumns = {
  holder: { _id: holder.id, name: holder.name, role: holder.role },
  until: claims.until,
};

export const onHolder = eq(holder.id, claims.byId);

/** The join condition for a doubt's claim, if the claim is valid at `now`. */
export const onDoubtClaim = (now: string) =>
  onValidClaim("doubt", { subjectId: doubts.id, studentId: doubts.studentId }, now);

/** The same for a response's claim. */
export const onResponseClaim = (now: string) => {
  const { assignmentId: subjectId, studentId } = responses;
  return onValidClaim("review", { subjectId, studentId }, now);
};

function onValidClaim(
  kind: Subject["kind"],
  { subjectId, studentId }: { subjectId: Column; studentId: Column },
  now: string,
): SQL | undefined {
  return and(
    eq(claims.kind, kind),
    eq(claims.subjectId, subjectId),
    eq(claims.studentId, studentId),
    gt(claims.until, now),
  );
}

export const claimOf = (row: { holder: Claim["by"] | null; until: string | null }): Claim | null =>
  row.holder && row.until ? { by: row.holder, until: row.until } : null;

/** Returns the data of a `claim.changed` event; without a claim, its holder is null. */
export const claimChange = (
  { kind, subjectId, studentId }: Subject,
  claim: Claim | null,
): EventData<"claim.changed"> => ({
  kind,
  id: subjectId,
  studentId,
  by: claim?.by ?? null,
  until: claim?.until ?? null,
});
