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
  const [dragged, setDragged] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Block | null>(null);
  const [said, setSaid] = useState("");
  function move(id: string, to: number): void {
    const from = blocks.findIndex((block) => block.id === id);
    const block = blocks[from];
    if (block === undefined || to < 0 || to >= blocks.length || to === from) return;
    onChange(blocks.toSpliced(from, 1).toSpliced(to, 0, block));
    setSaid(`Block moved to place ${to + 1} of ${blocks.length}.`);
  }
  function drag(event: PointerEvent, id: string): void {
    if (dragged !== id) return;
    const items = [...list.current?.children ?? []];
    const from = blocks.findIndex((block) => block.id === id);
    // Past the middle of a neighbour, the two change places.
    const to = items.findIndex((item, place) => {
      const { top, height } = item.getBoundingClientRect();
      const middle = top + height / 2;
      return place < from ? event.clientY < middle : place > from && event.clientY < middle;
    });
    const last = to === -1 ? blocks.length - 1 : to > from ? to - 1 : to;
    move(id, last);
  }
  const remove = ({ id }: Block) => {
    const left = blocks.filter((block) => block.id !== id);
    onChange(left.length === 0 ? [newBlock()] : left);
  };
  return (
    <div>
      <ol ref={list} aria-label="Text blocks" className="space-y-3">
        {blocks.map((block, place) => {
          const isOpen = block.id === open && dragged === null;
          const name = `text block ${place + 1}`;
          return (
            <li
              key={block.id}
              className={`panel p-2 ${dragged === block.id ? "border-primary shadow-lg" : ""}`}
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
                    setDragged(block.id);
                  }}
                  onPointerMove={(event) => drag(event, block.id)}
                  onPointerUp={() => setDragged(null)}
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
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          Its text goes with it.
        </Confirm>
      )}
    </div>
  );
}
