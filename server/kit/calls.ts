/** What is published of a call, besides what its routes say by themselves. */
import type * as z from "zod";

type Replies = Record<number, z.ZodType>;

export type Call<R extends Replies = Replies> = {
  what: string;
  replies: R;
  /** Status and code. */
  fails: string[];
  /** Further members of a refusal, by its code. */
  more?: Record<string, Record<string, z.ZodType>>;
  /** Files that travel in the form, by its fields: what they may be, and how many. */
  files?: Record<string, { says: string; most: number }>;
};

export const answers = <R extends z.ZodType>(
  what: string,
  reply: R,
  ...fails: string[]
): Call<{ 200: R }> => ({ what, replies: { 200: reply }, fails });

export const creates = <R extends z.ZodType>(
  what: string,
  reply: R,
  ...fails: string[]
): Call<{ 201: R }> => ({ what, replies: { 201: reply }, fails });
