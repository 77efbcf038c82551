/** The solution editor: a title, text blocks in any order, and beside them what it will look like. */
import { useAtomValue } from "jotai";
import { type MouseEvent, Suspense, useCallback, useDeferredValue, useRef, useState } from "react";
import { useLocation, useParams } from "wouter";
import { EMPTY, type Solution } from "../../server/solutions/schema.ts";
import { loadAssignment } from "../assignments/actions.ts";
import { detailsAtom } from "../assignments/state.ts";
import { Confirm } from "../kit/dialog.tsx";
import { useEditing } from "../kit/editing.tsx";
import { TextField } from "../kit/fields.tsx";
import { Field, Problem, Submit } from "../kit/form.tsx";
import { useHere } from "../kit/here.ts";
import { lazily } from "../kit/lazily.tsx";
import { useLoad } from "../kit/load.ts";
import { LoadFailed, Page, Waiting } from "../kit/page.tsx";
import { MarkdownArea } from "../kit/markdown.tsx";
import { Markup } from "../kit/markup.tsx";
import { Newer } from "../kit/newer.tsx";
import { useOnward } from "../kit/onward.ts";
import { meAtom } from "../kit/session.ts";
import { toast } from "../kit/toast.tsx";
import { loadSolution, saveSolution } from "./actions.ts";
import { type Block, Blocks, newBlock, toBlocks, toSource } from "./blocks.tsx";
import { SolutionText } from "./read.tsx";
import { type Seen, solutionsAtom } from "./state.ts";

const rules = async () => (await import("../../server/solutions/schema.ts")).solutionInput;

const Preview = lazily(() => import("../kit/preview.tsx"));

const HEIGHT = 500;
const LOAD_FAILED = "Failed to load solution data (or no solution yet).";

export default function SolutionEditor() {
  const { id = "" } = useParams<{ id: string }>();
  const kept = useAtomValue(solutionsAtom)[id];
  const load = useCallback(async (signal: AbortSignal) => {
    const isFirst = await loadSolution(id, signal) === "missing";
    if (isFirst) toast.info(LOAD_FAILED);
  }, [id]);
  const loading = useLoad(load, LOAD_FAILED, kept?.stale);
  const title = useTitle(id);
  return (
    <Page title="Solution" heading={title === undefined ? "Solution" : `Solution: ${title}`}>
      {kept !== undefined
        ? <Writing id={id} seen={kept.seen} title={title ?? ""} />
        : loading.state === "failed"
        ? <LoadFailed loading={loading} />
        : (
          <Waiting label="Loading solution...">
            <p className="mb-4 text-lg text-muted">Loading solution...</p>
            <div className="grid gap-6 xl:grid-cols-2">
              <div className="skeleton h-[36rem]" />
              <div className="skeleton h-[36rem] max-xl:hidden" />
            </div>
          </Waiting>
        )}
    </Page>
  );
}

/** The assignment's title; without it, the solution can be written all the same. */
function useTitle(id: string): string | undefined {
  const load = useCallback(
    (signal: AbortSignal) => loadAssignment(id, signal).catch(() => {}),
    [id],
  );
  useLoad(load, "Failed to load assignment details.");
  return useAtomValue(detailsAtom)[id]?.assignment.title;
}

type Draft = { title: string; blocks: Block[]; base: number };

interface WritingProps {
  id: string;
  seen: Seen;
  title: string;
}

function Writing({ id, seen, title }: WritingProps) {
  const me = useAtomValue(meAtom);
  const [, goTo] = useLocation();
  const goOn = useOnward();
  const here = useHere();
  const [leaving, setLeaving] = useState(false);
  const solution: Solution | null = "solution" in seen ? seen.solution : null;
  const editing = useEditing({
    schema: rules,
    empty: {
      title: solution?.title ?? title,
      blocks: toBlocks(solution?.contentSource ?? ""),
      base: solution?.version ?? 0,
    } as Draft,
    toInput: ({ title, blocks }) => ({ title, content: toSource(blocks) }),
    draft: "solution",
    subject: id,
    otherwise: "Failed to save solution.",
    submit: async ({ title, content }, { base }) => {
      try {
        await saveSolution(id, {
          title,
          content,
          userId: me?._id,
          ...(base > 0 ? { version: base } : {}),
        });
      } catch (error) {
        toast.error("Failed to save solution.");
        throw error;
      }
      toast.success("Solution saved successfully!");
      if (form.reset()) goOn(`/assignments/${id}`);
    },
  });
  const { form } = editing;
  const { blocks } = form.values;
  const [asked, setOpen] = useState("");
  const open = blocks.find((block) => block.id === asked) ?? blocks[0];
  const source = useDeferredValue(toSource(blocks));
  const setBlocks = (next: Block[]) => form.set("blocks", next);
  const element = useRef<HTMLFormElement>(null);
  function write(id: string) {
    setOpen(id);
    // Its editor takes the place of the one before.
    requestAnimationFrame(() => element.current?.querySelector("textarea")?.focus());
  }
  function add() {
    const block = newBlock();
    setBlocks([...blocks, block]);
    write(block.id);
  }
  function addOnTripleClick(event: MouseEvent): void {
    const isOwn = event.target instanceof Element &&
      event.target.closest("textarea, input, button, a, pre") !== null;
    if (event.detail === 3 && !isOwn) add();
  }
  return (
    <form {...form.props} ref={element} className="space-y-6" onClick={addOnTripleClick}>
      <Newer
        editing={editing}
        changed="Somebody has changed this solution meanwhile. Your text is kept."
        deleted="This solution has been deleted."
      >
        {solution !== null && <SolutionText solution={solution} />}
      </Newer>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="min-w-0 space-y-5">
          <TextField form={form} name="title" label="Title" />
          <Blocks
            blocks={blocks}
            open={open?.id ?? ""}
            onOpen={write}
            onChange={setBlocks}
            onAdd={add}
          >
            <Field label="Text" error={source === "" ? form.errors.content : undefined}>
              {(control) => (
                <MarkdownArea
                  key={open?.id}
                  control={control}
                  height={HEIGHT}
                  plain
                  value={open?.text ?? ""}
                  onChange={(text) =>
                    setBlocks(
                      blocks.map((block) => block.id === open?.id ? { ...block, text } : block),
                    )}
                />
              )}
            </Field>
          </Blocks>
        </div>
        <section aria-labelledby="preview" className="panel min-w-0 p-4 sm:p-6 xl:sticky xl:top-20">
          <h2 id="preview" className="mb-4 text-xl font-bold">Preview</h2>
          <div
            tabIndex={0}
            role="group"
            aria-labelledby="preview"
            className="min-h-40 xl:max-h-[calc(100dvh-16rem)] xl:overflow-y-auto"
          >
            {here || editing.isTouched
              ? (
                <Suspense fallback={<div className="skeleton h-40" />}>
                  <Preview source={source} />
                </Suspense>
              )
              : <Markup html={solution?.content ?? ""} />}
          </div>
        </section>
      </div>
      {form.problem !== EMPTY && <Problem text={form.problem} />}
      <div className="flex flex-wrap gap-3">
        <Submit busy={form.busy} busyLabel="Saving...">Save Solution</Submit>
        <button
          type="button"
          className="btn"
          onClick={() => editing.isTouched ? setLeaving(true) : goTo(`/assignments/${id}`)}
        >
          Cancel
        </button>
      </div>
      {leaving && (
        <Confirm
          title="Discard your changes?"
          action="Discard"
          onConfirm={() => {
            form.discard();
            goTo(`/assignments/${id}`);
          }}
          onClose={() => setLeaving(false)}
        >
          What you have written here since the last save is thrown away.
        </Confirm>
      )}
    </form>
  );
}
