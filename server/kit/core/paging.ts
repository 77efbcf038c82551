/** The query parameters of a page. Every list's screen loads this file: it must not import zod. */
export const PAGE_SIZE = 20;
export const INVALID_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;

const whole = /^\d{1,9}$/;

/** An invalid page counts as 1. */
export function pageOf(asked: string | undefined): number {
  return asked !== undefined && whole.test(asked) ? Math.max(1, Number(asked)) : 1;
}

/** 20 when absent, 10 when invalid, never above 100. */
export function limitOf(asked: string | undefined): number {
  if (asked === undefined) return PAGE_SIZE;
  if (!whole.test(asked) || Number(asked) < 1) return INVALID_PAGE_SIZE;
  return Math.min(MAX_PAGE_SIZE, Number(asked));
}
