/** A list of what is prepared for a time: when, what, by whom; with edit, "Publish now", delete. */
import { useAtomValue } from "jotai";
import type { Atom } from "jotai/vanilla";
import { type ReactNode, useId, useState } from "react";
import Pencil from "../ui/icon.tsx?pencil";
import Send from "../ui/icon.tsx?send";
import Trash2 from "../ui/icon.tsx?trash";
import Undo2 from "../ui/icon.tsx?undo-2";
import { IconButton } from "../ui/icon-button.tsx";
import { todayAtom } from "../net/class-day.ts";
import type { LiveList } from "../data/live-list.ts";
import { toast } from "../data/toast.ts";
import { useCall } from "../data/use-call.ts";
import { Confirm, Dialog } from "../ui/dialog.tsx";
import { showMoment } from "../ui/show-moment.ts";
import { useKnown } from "../ui/page.tsx";
import { Time } from "../ui/time.tsx";
import { Button } from "../ui/button.tsx";

/** For the form of a thing that is not in the list any more. */
export const NOT_SCHEDULED =
  "It is no longer scheduled: it has appeared, or somebody has deleted it. You can still copy your text.";

type ScheduledItem = { _id: string; appearsAt: string };

interface RowsProps<T extends ScheduledItem> {
  heading: string;
  list: {
    of: Atom<LiveList<T> | null>;
    load: (signal: AbortSignal) => Promise<void>;
    /** The notice for a failure. */
    failed: string;
  };
  /** The way to a new one. */
  toNew?: ReactNode;
  describe: (item: T) => { name: string; more: ReactNode; by: string };
  /** What follows from publishing and from deleting, for the questions before it. */
  asks: { publish: string; remove: string };
  /** The word for deleting, if it is another one. */
  removeWord?: string;
  onPublish: (id: string) => Promise<void>;
  onRemove: (id: string) => Promise<void>;
  /** The form in the dialog; the item is null after it has appeared or was deleted. */
  edit: (id: string, item: T | null, close: () => void) => ReactNode;
}

type Doing = { what: "edit" | "publish" | "remove"; id: string; name: string } | null;

export function ScheduledRows<T extends ScheduledItem>(props: RowsProps<T>) {
  const { heading, list, toNew, describe, asks, edit } = props;
  const [known, waiting] = useKnown(list.of, list.load, {
    failed: list.failed,
    label: `Loading: ${heading}`,
    skeleton: "h-6",
  });
  const { removeWord = "Delete" } = props;
  const RemoveIcon = props.removeWord === undefined ? Trash2 : Undo2;
  const today = useAtomValue(todayAtom);
  const title = useId();
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  const isPublishing = doing?.what === "publish";
  const word = isPublishing ? "Publish now" : removeWord;
  const { run } = useCall(isPublishing ? "Failed to publish it." : "Failed.");
  return (
    <section aria-labelledby={title} className="space-y-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={title} className="text-lg font-bold">{heading}</h3>
        {toNew}
      </div>
      {known === null
        ? waiting
        : known.items.length === 0
        ? <p className="text-muted">Nothing is scheduled.</p>
        : (
          <ul className="divide-y divide-base-300 border-y border-base-300">
            {known.items.map((item) => {
              const { name, more, by } = describe(item);
              const to = { id: item._id, name };
              return (
                <li key={item._id} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
                  <div className="min-w-0 grow basis-64 space-y-1">
                    <p>
                      <Time
                        at={item.appearsAt}
                        show={(at) => showMoment(at, today)}
                        className="font-semibold text-primary"
                      />{" "}
                      <span className="text-sm text-muted">by {by}</span>
                    </p>
                    <h4 className="font-bold wrap-anywhere">{name}</h4>
                    {more}
                  </div>
                  <div className="flex gap-1">
                    <Button
                      icon={Send}
                      className="btn-sm"
                      aria-label={`Publish now: ${name}`}
                      onClick={() => setDoing({ what: "publish", ...to })}
                    >
                      Publish now
                    </Button>
                    <IconButton
                      icon={Pencil}
                      name={`Edit: ${name}`}
                      title="Edit"
                      onClick={() => setDoing({ what: "edit", ...to })}
                    />
                    <IconButton
                      icon={RemoveIcon}
                      name={`${removeWord}: ${name}`}
                      title={removeWord}
                      onClick={() => setDoing({ what: "remove", ...to })}
                    />
                  </div>
                </li>
              );
            })}
          </ul>
        )}
      {doing?.what === "edit" && known !== null && (
        <Dialog title="Edit what is scheduled" onClose={close} wide>
          {edit(
            doing.id,
            known.items.find(({ _id }) =>
              _id === doing.id
            ) ?? null,
            close,
          )}
        </Dialog>
      )}
      {doing !== null && doing.what !== "edit" && (
        <Confirm
          title={word}
          action={word}
          isFinal={!isPublishing}
          onConfirm={() =>
            run(async () => {
              await (isPublishing ? props.onPublish : props.onRemove)(doing.id);
              toast.success(isPublishing ? "It is published." : "It is no longer scheduled.");
            })}
          onClose={close}
        >
          <p>
            {isPublishing ? "Publish" : removeWord} <strong>{doing.name}</strong>
            {isPublishing ? ` now? ${asks.publish}` : `? ${asks.remove}`}
          </p>
        </Confirm>
      )}
    </section>
  );
}
