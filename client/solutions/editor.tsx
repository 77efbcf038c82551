/** The solution editor: a title, text blocks in any order, and a preview beside them. */
import { useAtomValue } from "jotai";
import { type MouseEvent, type RefObject, useDeferredValue, useRef, useState } from "react";
import { useLocation, useParams } from "wouter";
import type { Solution } from "../../server/solutions/schema.ts";
import { useAssignment } from "../assignments/use-assignment.tsx";
import { Confirm } from "../kit/ui/dialog.tsx";
import { type EditState, useEditing } from "../kit/forms/edit-conflict.tsx";
import { TextField } from "../kit/forms/fields.tsx";
import { Field, type Form, FormError, SubmitButton } from "../kit/forms/form.tsx";
import { useIsActive } from "../kit/focus/user-activity.ts";
import { Preview } from "../kit/markdown/preview.tsx";
import { useLoad } from "../kit/data/query.ts";
import { NotLoaded, Page } from "../kit/ui/page.tsx";
import { MarkdownField } from "../kit/markdown/markdown-field.tsx";
import { RichText } from "../kit/ui/rich-text.tsx";
import { NewerVersion } from "../kit/forms/newer-version.tsx";
import { useNavigateAfter } from "../kit/app/navigate-after.ts";
import { toast } from "../kit/data/toast.ts";
import { Runnable } from "../runs/sample/runnable.tsx";
import { SampleCheck } from "../runs/sample/sample.tsx";
import { loadSolution, saveSolution } from "./actions.ts";
import { type Block, Blocks, newBlock, toBlocks, toSource } from "./blocks.tsx";
import { SolutionText } from "./read.tsx";
import { solutionsAtom, type SolutionView } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

const HEIGHT = 540;
const LOAD_FAILED = "Failed to load solution data (or no solution yet).";

export default function SolutionEditor() {
  const { id = "" } = useParams<{ id: string }>();
  const kept = useAtomValue(solutionsAtom)[id];
  const loading = useLoad(loadFirst, LOAD_FAILED, kept?.stale, id);
  // The solution can be edited before it is loaded.
  const title = useAssignment(id, null).assignment?.title;
  return (
    <Page title="Solution" heading={title === undefined ? "Solution" : `Solution: ${title}`}>
      {kept !== undefined
        ? <Writing id={id} seen={kept.seen} title={title ?? ""} />
        : (
          <NotLoaded loading={loading} label="Loading solution...">
            <p className="mb-4 text-lg text-muted">Loading solution...</p>
            <div className="grid gap-6 xl:grid-cols-2">
              <div className="skeleton h-[36rem]" />
              <div className="skeleton h-[36rem] max-xl:hidden" />
            </div>
          </NotLoaded>
        )}
    </Page>
  );
}

async function loadFirst(id: string, signal: AbortSignal): Promise<void> {
  const isFirst = await loadSolution(id, signal) === "missing";
  if (isFirst) toast.info(LOAD_FAILED);
}

type Draft = { title: string; blocks: Block[]; base: number };

function Writing({ id, seen, title }: { id: string; seen: SolutionView; title: string }) {
  const solution: Solution | null = "solution" in seen ? seen.solution : null;
  const editing = useSolutionForm({ id, solution, title });
  const { form } = editing;
  const { blocks } = form.values;
  const source = useDeferredValue(toSource(blocks));
  const element = useRef<HTMLFormElement>(null);
  const { open, edit, add } = useOpenBlock(form, element);
  const setBlocks = (next: Block[]) => form.set("blocks", next);
  function addOnTripleClick(event: MouseEvent): void {
    const isOwn = event.target instanceof Element &&
      event.target.closest("textarea, input, button, a, pre") !== null;
    if (event.detail === 3 && !isOwn) add();
  }
  return (
    <form {...form.props} ref={element} className="space-y-6" onClick={addOnTripleClick}>
      <NewerVersion
        editing={editing}
        changed="Somebody has changed this solution. Your text is kept."
        deleted="This solution has been deleted. You can still copy your text."
      >
        {solution !== null && <SolutionText solution={solution} assignmentId={id} />}
      </NewerVersion>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="min-w-0 space-y-5">
          <TextField form={form} name="title" label="Title" />
          <Blocks
            blocks={blocks}
            open={open?.id ?? ""}
            onOpen={edit}
            onChange={setBlocks}
            onAdd={add}
          >
            <Field label="Text" error={source === "" ? form.errors.content : undefined}>
              {(control) => (
                <MarkdownField
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
        <PreviewPane
          source={source}
          saved={solution?.content ?? ""}
          isTouched={editing.isTouched}
          id={id}
        />
      </div>
      <SampleCheck assignmentId={id} text={source} />
      <FormError text={form.problem} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={form.busy} busyLabel="Saving...">Save Solution</SubmitButton>
        <CancelButton editing={editing} to={`/assignments/${id}`} />
      </div>
    </form>
  );
}

/** @param title the assignment's title, which is the default for a new solution */
function useSolutionForm(
  { id, solution, title }: { id: string; solution: Solution | null; title: string },
): EditState<Draft> {
  const goOn = useNavigateAfter();
  const editing = useEditing({
    schema: async () => (await import("../../server/solutions/schema.ts")).solutionInput,
    empty: {
      title: solution?.title ?? title,
      blocks: toBlocks(solution?.contentSource ?? ""),
      base: solution?.version ?? 0,
    } as Draft,
    toInput: ({ title, blocks }) => ({ title, content: toSource(blocks) }),
    draft: "solution",
    subject: id,
    otherwise: "Failed to save solution.",
    tells: "failure",
    submit: async ({ title, content }, { base }) => {
      await saveSolution(id, { title, content, version: base });
      toast.success("Solution saved successfully!");
      if (editing.form.reset()) goOn(`/assignments/${id}`);
    },
  });
  return editing;
}

function useOpenBlock(form: Form<Draft>, element: RefObject<HTMLFormElement | null>) {
  const { blocks } = form.values;
  const [asked, setAsked] = useState("");
  function edit(id: string): void {
    setAsked(id);
    // The block's editor exists after the next render.
    requestAnimationFrame(() => element.current?.querySelector("textarea")?.focus());
  }
  return {
    open: blocks.find((block) => block.id === asked) ?? blocks[0],
    edit,
    add(): void {
      const block = newBlock();
      form.set("blocks", [...blocks, block]);
      edit(block.id);
    },
  };
}

interface PreviewProps {
  source: string;
  saved: string;
  isTouched: boolean;
  /** The assignment's. */
  id: string;
}

/** The text as readers will see it. The renderer is loaded only when the user is active. */
function PreviewPane({ source, saved, isTouched, id }: PreviewProps) {
  const isActive = useIsActive();
  return (
    <section aria-labelledby="preview" className="panel min-w-0 p-4 sm:p-6 xl:sticky xl:top-20">
      <h2 id="preview" className="mb-4 text-xl font-bold">Preview</h2>
      <div
        tabIndex={0}
        role="group"
        aria-labelledby="preview"
        className="min-h-40 xl:max-h-[calc(100dvh-16rem)] xl:overflow-y-auto"
      >
        <Runnable assignmentId={id}>
          {isActive || isTouched
            ? <Preview source={source} fallback={<div className="skeleton h-40" />} />
            : <RichText html={saved} />}
        </Runnable>
      </div>
    </section>
  );
}

function CancelButton({ editing, to }: { editing: EditState<Draft>; to: string }) {
  const [, goTo] = useLocation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => editing.isTouched ? setAsking(true) : goTo(to)}>Cancel</Button>
      {asking && (
        <Confirm
          title="Discard your changes?"
          action="Discard"
          isFinal
          onConfirm={() => {
            editing.form.discard();
            goTo(to);
          }}
          onClose={() => setAsking(false)}
        >
          Your changes since the last save will be lost.
        </Confirm>
      )}
    </>
  );
}
