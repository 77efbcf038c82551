/** Text blocks that are put in order with the mouse, a finger or the keyboard. */
import { GripVertical, Pencil, Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { v4 as uuid } from "uuid";
import { Confirm } from "../kit/dialog.tsx";
import { plain } from "../kit/markup.tsx";

export interface Block {
  id: string;
  text: string;
}

export const newBlock = (text = ""): Block => ({ id: uuid(), text });

/** Where one block ends and the next begins; the server drops it from what is shown. */
const SEAM = "<!-- block -->";

export const toBlocks = (source: string): Block[] =>
  source.split(new RegExp(`\\s*${SEAM}\\s*`)).map((text, place) => ({
    // The same source gives the same blocks: nothing is redrawn for nothing.
    id: `${place}`,
    text,
  }));

export const toSource = (blocks: readonly Block[]): string =>
  blocks.map(({ text }) => text.trim()).filter((text) => text !== "").join(`\n\n${SEAM}\n\n`);

interface BlocksProps {
  blocks: readonly Block[];
  /** The id of the one that is being written. */
  open: string;
  onOpen: (id: string) => void;
  onChange: (blocks: Block[]) => void;
  onAdd: () => void;
  /** The open block's editor. */
  children: ReactNode;
}

export function Blocks({ blocks, open, onOpen, onChange, onAdd, children }: BlocksProps) {
  const list = useRef<HTMLOListElement>(null);
  // While it is dragged, only the look changes: a node that moves would let go of the pointer.
  const [dragged, setDragged] = useState<{ id: string; to: number } | null>(null);
  const [removing, setRemoving] = useState<Block | null>(null);
  const [said, setSaid] = useState("");
  function move(id: string, to: number): void {
    const at = blocks.findIndex((block) => block.id === id);
    const block = blocks[at];
    if (block === undefined || to < 0 || to >= blocks.length || to === at) return;
    onChange(blocks.toSpliced(at, 1).toSpliced(to, 0, block));
    setSaid(`Block moved to place ${to + 1} of ${blocks.length}.`);
  }
  const from = dragged === null ? -1 : blocks.findIndex(({ id }) => id === dragged.id);
  /** Where a block is seen, counted from the top. */
  function seenAt(place: number): number {
    if (dragged === null) return place;
    if (place === from) return dragged.to;
    const withoutIt = place > from ? place - 1 : place;
    return withoutIt >= dragged.to ? withoutIt + 1 : withoutIt;
  }
  function drag({ clientY }: PointerEvent): void {
    if (dragged === null) return;
    // Past the middle of a neighbour, the two change places.
    const above = [...list.current?.children ?? []].filter((item, place) => {
      const { top, height } = item.getBoundingClientRect();
      return place !== from && top + height / 2 < clientY;
    });
    if (above.length !== dragged.to) setDragged({ ...dragged, to: above.length });
  }
  function drop(): void {
    if (dragged !== null) move(dragged.id, dragged.to);
    setDragged(null);
  }
  const remove = ({ id }: Block) => {
    const left = blocks.filter((block) => block.id !== id);
    onChange(left.length === 0 ? [newBlock()] : left);
  };
  return (
    <div>
      <ol ref={list} aria-label="Text blocks" className="flex flex-col gap-3">
        {blocks.map((block, place) => {
          const isOpen = block.id === open && dragged === null;
          const name = `text block ${place + 1}`;
          return (
            <li
              key={block.id}
              style={{ order: seenAt(place) }}
              className={`panel p-2 ${dragged?.id === block.id ? "border-primary shadow-lg" : ""}`}
            >
              <div className="flex items-center gap-2">
                <button
                  type="button"
                  className="btn btn-ghost btn-sm btn-square cursor-grab touch-none"
                  aria-label={`Move ${name}`}
                  aria-describedby="block-keys"
                  data-own-arrows
                  onPointerDown={(event) => {
                    event.currentTarget.setPointerCapture(event.pointerId);
                    setDragged({ id: block.id, to: place });
                  }}
                  onPointerMove={drag}
                  onPointerUp={drop}
                  onPointerCancel={() => setDragged(null)}
                  onKeyDown={(event: KeyboardEvent<HTMLButtonElement>) => {
                    const step =
                      ({ ArrowUp: -1, ArrowDown: 1 } as Record<string, number>)[event.key];
                    if (step === undefined) return;
                    event.preventDefault();
                    const handle = event.currentTarget;
                    move(block.id, place + step);
                    requestAnimationFrame(() => handle.focus());
                  }}
                >
                  <GripVertical aria-hidden className="size-5" />
                </button>
                <p className="min-w-0 grow truncate">
                  {isOpen
                    ? <span className="font-semibold">Text block {place + 1}</span>
                    : plain(block.text).slice(0, 200) || (
                      <span className="text-muted">Empty block</span>
                    )}
                </p>
                {!isOpen && (
                  <button
                    type="button"
                    className="btn btn-sm"
                    aria-label={`Edit ${name}`}
                    onClick={() => onOpen(block.id)}
                  >
                    <Pencil aria-hidden className="size-4" /> Edit
                  </button>
                )}
                {blocks.length > 1 && (
                  <button
                    type="button"
                    className="btn btn-ghost btn-sm btn-square"
                    aria-label={`Delete ${name}`}
                    onClick={() => block.text.trim() === "" ? remove(block) : setRemoving(block)}
                  >
                    <Trash2 aria-hidden className="size-4" />
                  </button>
                )}
              </div>
              {isOpen && <div className="mt-2">{children}</div>}
            </li>
          );
        })}
      </ol>
      <p id="block-keys" className="sr-only">Drag it, or move it with the arrow keys.</p>
      <p role="status" className="sr-only">{said}</p>
      <div className="mt-3 flex flex-wrap items-center gap-3 rounded-box border border-dashed border-base-content/30 p-3">
        <button type="button" className="btn btn-sm" onClick={onAdd}>
          <Plus aria-hidden className="size-4" /> Add text block
        </button>
        <span className="text-sm text-muted select-none">
          or triple click here or in the preview
        </span>
      </div>
      {removing !== null && (
        <Confirm
          title="Delete this text block?"
          action="Delete"
          deletes
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          Its text goes with it.
        </Confirm>
      )}
    </div>
  );
}
