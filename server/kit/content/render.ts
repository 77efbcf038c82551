/**
 * Rich text to HTML. A simple text is rendered at once, any other on a thread, within a budget of
 * time and memory.
 */
import { badField, Refusal } from "../core/errors.ts";
import { TOO_INTRICATE } from "./render_budget.ts";
import { type Options, startRenderThreads } from "./render_threads.ts";

export type Renderer = {
  /** @param who the writer: nobody waits for another person's texts */
  by(who: string): Texts;
  /** How many threads there are now. */
  threads(): number;
  stop(): void;
};

/**
 * Each throws a Refusal: 400 naming the field, or 429 when too many texts of the person are
 * waiting.
 */
export type Texts = {
  /** Markdown or HTML to safe HTML. */
  text(source: string, field: string): Promise<string>;
  /**
   * The same in two steps. The second step is short: run it while the database works on a query.
   */
  soon(source: string, field: string): Promise<() => Promise<string>>;
  /** A student's code to highlighted HTML. */
  code(source: string, field: string): Promise<string>;
};

/** The limits of a text that is rendered at once: characters, and characters that can nest. */
const SIMPLE = { length: 1000, marks: 40, withCode: 500 };
const MARK = /[-+*_~`>|#[\]<&\\@^\n]|\d[.)]|\/\/|www/g;
/** Each reference repeats its definition. */
const DEFINITION = /\]:/;
/** Highlighting code may take time that grows with its square. */
const CODE = /```|~~~|<pre/i;

/** Whether the text cannot take long. Rendering it here costs less than sending it to a thread. */
export function isSimple(source: string): boolean {
  if (source.length > SIMPLE.length || DEFINITION.test(source)) return false;
  if (source.length > SIMPLE.withCode && CODE.test(source)) return false;
  return (source.match(MARK)?.length ?? 0) <= SIMPLE.marks;
}

let html: Promise<typeof import("./html.ts")> | undefined;

/** Loads the renderer with the first text: it takes 10 MB, and a server that is only read needs none. */
const loadHtml = () => html ??= import("./html.ts");

export function createRenderer(options: Options = {}): Renderer {
  const { render, count, stop } = startRenderThreads(options);

  async function here(source: string, field: string): Promise<string> {
    const { toHtml } = await loadHtml();
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
          ? await here(source, field)
          : await render(who, { kind: "text", source, field });
      },
      async soon(source, field) {
        if (isSimple(source)) {
          await loadHtml();
          return () => here(source, field);
        }
        const html = await render(who, { kind: "text", source, field });
        return () => Promise.resolve(html);
      },
      code: async (source, field) => await render(who, { kind: "code", source, field }),
    }),
    threads: count,
    stop,
  };
}
