/** How the program of a doubt is like another one, in words. */
import type { SimilarDoubt } from "../../../server/doubts/schema.ts";

export const sayAlike = (alike: NonNullable<SimilarDoubt["alike"]>): string =>
  alike === "case" ? "fails on the same case" : "same error message";
