/** Rich text to HTML: at once what is simple, all else on threads of its own, within its budget. */
import { badField, Refusal } from "./errors.ts";
import { toHtml } from "./html.ts";
import { TOO_INTRICATE } from "./render_budget.ts";
import { type Options, startThreads } from "./render_threads.ts";
import { allSent } from "./transaction.ts";

export type Renderer = {
  /** @param who whose texts they are: nobody waits for another's */
  by(who: string): Texts;
  stop(): void;
};

/** Each throws a Refusal: 400 naming the field, or 429 when too many of the person's are waiting. */
export type Texts = {
  /** Markdown or HTML to safe HTML. */
  text(source: string, field: string): Promise<string>;
  /**
   * The same in two steps, the second of which takes a moment at most: while a database works on
   * what it was just asked, it costs no time.
   */
  soon(source: string, field: string): Promise<() => Promise<string>>;
  /** A student's code to highlighted HTML. */
  code(source: string, field: string): Promise<string>;
};

/** What a text that is rendered at once has at most: of characters, and of those that can nest. */
const SIMPLE = { length: 1000, marks: 40, withCode: 500 };
const MARK = /[-+*_~`>|#[\]<&\\@^\n]|\d[.)]|\/\/|www/g;
/** Each use of a definition repeats it. */
const DEFINITION = /\]:/;
/** To highlight code takes time that may grow with its square. */
const CODE = /```|~~~|<pre/i;

/**
 * Whether a text cannot take long, whatever it says: rendered where it is, it costs less than the
 * way to another thread and back.
 */
export function isSimple(source: string): boolean {
  if (source.length > SIMPLE.length || DEFINITION.test(source)) return false;
  if (source.length > SIMPLE.withCode && CODE.test(source)) return false;
  return (source.match(MARK)?.length ?? 0) <= SIMPLE.marks;
}

export function createRenderer(options: Options = {}): Renderer {
  const { render, stop } = startThreads(options);

  function here(source: string, field: string): string {
    try {
      return toHtml(source, field);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      options.log?.warn({ fault: String(error), field }, "a text could not be rendered");
      throw badField(field, TOO_INTRICATE);
    }
  }

  return {
    by: (who) => ({
      async text(source, field) {
        return isSimple(source)
          ? here(source, field)
          : await render(who, { kind: "text", source, field });
      },
      async soon(source, field) {
        if (isSimple(source)) {
          return async () => {
            // What was asked of the database leaves at the end of a turn; rendering holds up the next.
            await allSent();
            await allSent();
            return here(source, field);
          };
        }
        const html = await render(who, { kind: "text", source, field });
        return () => Promise.resolve(html);
      },
      code: async (source, field) => await render(who, { kind: "code", source, field }),
    }),
    stop,
  };
}
