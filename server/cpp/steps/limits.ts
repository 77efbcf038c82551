/** The programs and functions that have no steps, and why. */

/** What is inserted begins with two underscores, which belong to the compiler. */
const OURS = /\b__steps\w*/;
/** The compiler's time grows with the square of a function's statements. */
const STATEMENTS_MOST = 1000;

export const hasOurNames = (program: string): boolean => OURS.test(program);

export const isTooLong = (body: string): boolean => body.split(";").length > STATEMENTS_MOST;

/** Why no function of a program can have steps: a part of a sentence. */
export function whyNone(program: string): string {
  if (hasOurNames(program)) {
    return "a name in it begins with “__steps”, as those that tell the steps";
  }
  return isTooLong(program)
    ? `a function with more than ${STATEMENTS_MOST} statements has no steps`
    : "no function of the program can be stepped through";
}
