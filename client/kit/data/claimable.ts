/** Rows that can be claimed. A claim has an event, and so a freshness, of its own. */
import type { Freshness } from "./live-query.ts";

/** A row, and the position in the event log up to which its claim is current. */
export interface Claimable<T> extends Freshness {
  row: T;
  claimSeq: number;
}

export const rowOf = <T>(row: T, seq: number): Claimable<T> => ({
  row,
  seq,
  claimSeq: seq,
  stale: false,
});

/** Returns the row with the claim as of `seq`, unless a fresher claim is known. */
export function withClaim<T extends { claim?: unknown }>(
  known: Claimable<T>,
  claim: T["claim"],
  seq: number,
): Claimable<T> {
  if (seq < known.claimSeq) return known;
  return { ...known, row: { ...known.row, claim }, claimSeq: seq };
}

/** Joins the fresher row with the fresher claim. */
export function joinRows<T extends { claim?: unknown }>(
  known: Claimable<T>,
  reply: Claimable<T>,
): Claimable<T> {
  const fresher = known.seq > reply.seq && !known.stale ? known : reply;
  return known.claimSeq > reply.claimSeq && "claim" in known.row
    ? { ...fresher, row: { ...fresher.row, claim: known.row.claim }, claimSeq: known.claimSeq }
    : { ...fresher, claimSeq: Math.max(known.claimSeq, reply.claimSeq) };
}
