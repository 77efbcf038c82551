/** Text blocks, which are ordered by mouse, touch or keyboard. */
import { type HTMLAttributes, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { v4 as uuid } from "uuid";
import GripVertical from "../kit/ui/icon.tsx?grip-vertical";
import Pencil from "../kit/ui/icon.tsx?pencil";
import Plus from "../kit/ui/icon.tsx?plus";
import Trash2 from "../kit/ui/icon.tsx?trash";
import { IconButton } from "../kit/ui/icon-button.tsx";
import { Confirm } from "../kit/ui/dialog.tsx";
import { plainText } from "../kit/ui/rich-text.tsx";
import { Button } from "../kit/ui/button.tsx";

export interface Block {
  id: string;
  text: string;
}

export const newBlock = (text = ""): Block => ({ id: uuid(), text });

/** Separates two blocks. The server leaves it out of the HTML. */
const SEAM = "<!-- block -->";

export const toBlocks = (source: string): Block[] =>
  source.split(new RegExp(`\\s*${SEAM}\\s*`)).map((text, place) => ({
    // The same source gives the same ids, so that React keeps the elements.
    id: `${place}`,
    text,
  }));

export const toSource = (blocks: readonly Block[]): string =>
  blocks.map(({ text }) => text.trim()).filter((text) => text !== "").join(`\n\n${SEAM}\n\n`);

interface BlocksProps {
  blocks: readonly Block[];
  open: string;
  onOpen: (id: string) => void;
  onChange: (blocks: Block[]) => void;
  onAdd: () => void;
  children: ReactNode;
}

export function Blocks({ blocks, open, onOpen, onChange, onAdd, children }: BlocksProps) {
  const [removing, setRemoving] = useState<Block | null>(null);
  const [sentence, setSentence] = useState("");
  function move(id: string, to: number): void {
    const at = blocks.findIndex((block) => block.id === id);
    const block = blocks[at];
    if (block === undefined || to < 0 || to >= blocks.length || to === at) return;
    onChange(blocks.toSpliced(at, 1).toSpliced(to, 0, block));
    setSentence(`Block moved to place ${to + 1} of ${blocks.length}.`);
  }
  const drag = useDragging(blocks, move);
  const remove = ({ id }: Block) => {
    const left = blocks.filter((block) => block.id !== id);
    onChange(left.length === 0 ? [newBlock()] : left);
  };
  return (
    <div>
      <ol ref={drag.list} aria-label="Text blocks" className="flex flex-col gap-3">
        {blocks.map((block, place) => {
          const isDragged = drag.id === block.id;
          const isOpen = block.id === open && drag.id === null;
          return (
            <li
              key={block.id}
              style={{ order: drag.shownAt(place) }}
              className={`panel p-2 ${isDragged ? "border-primary shadow-lg" : ""}`}
            >
              <BlockLine
                block={block}
                place={place}
                isOpen={isOpen}
                onOpen={onOpen}
                onRemove={blocks.length === 1
                  ? null
                  : () => block.text.trim() === "" ? remove(block) : setRemoving(block)}
              >
                <Handle
                  name={`Move text block ${place + 1}`}
                  events={drag.events(block, place)}
                  onStep={(step) => move(block.id, place + step)}
                />
              </BlockLine>
              {isOpen && <div className="mt-2">{children}</div>}
            </li>
          );
        })}
      </ol>
      <p id="block-keys" className="sr-only">Drag it, or move it with the arrow keys.</p>
      <p role="status" className="sr-only">{sentence}</p>
      <div className="mt-3 flex flex-wrap items-center gap-3 rounded-box border border-dashed border-base-content/30 p-3">
        <Button icon={Plus} className="btn-sm" onClick={onAdd}>Add text block</Button>
        <span className="text-sm text-muted select-none">
          or triple click here or in the preview
        </span>
      </div>
      {removing !== null && (
        <Confirm
          title="Delete this text block?"
          action="Delete"
          isFinal
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          Its text is deleted too.
        </Confirm>
      )}
    </div>
  );
}

type PointerEvents = Pick<
  HTMLAttributes<HTMLButtonElement>,
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel"
>;

/** Drags a block by its handle. Until the drop only the CSS order changes, to keep the pointer. */
function useDragging(blocks: readonly Block[], move: (id: string, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<{ id: string; to: number } | null>(null);
  const from = dragged === null ? -1 : blocks.findIndex(({ id }) => id === dragged.id);
  function follow({ clientY }: PointerEvent): void {
    if (dragged === null) return;
    // A block passes its neighbour when the pointer passes the neighbour's middle.
    const above = [...list.current?.children ?? []].filter((item, place) => {
      const { top, height } = item.getBoundingClientRect();
      return place !== from && top + height / 2 < clientY;
    });
    if (above.length !== dragged.to) setDragged({ ...dragged, to: above.length });
  }
  return {
    list,
    id: dragged?.id ?? null,
    /** Returns the place at which a block is shown, counted from the top. */
    shownAt(place: number): number {
      if (dragged === null) return place;
      if (place === from) return dragged.to;
      const withoutIt = place > from ? place - 1 : place;
      return withoutIt >= dragged.to ? withoutIt + 1 : withoutIt;
    },
    events: ({ id }: Block, place: number): PointerEvents => ({
      onPointerDown: (event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged({ id, to: place });
      },
      onPointerMove: follow,
      onPointerUp: () => {
        if (dragged !== null) move(dragged.id, dragged.to);
        setDragged(null);
      },
      onPointerCancel: () => setDragged(null),
    }),
  };
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** @param onStep called when an arrow key moves the block one place up (-1) or down (1) */
function Handle(
  { name, events, onStep }: { name: string; events: PointerEvents; onStep: (step: number) => void },
) {
  return (
    <IconButton
      icon={GripVertical}
      name={name}
      large
      className="btn-ghost btn-sm cursor-grab touch-none"
      aria-describedby="block-keys"
      data-own-arrows
      {...events}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const handle = event.currentTarget;
        onStep(step);
        requestAnimationFrame(() => handle.focus());
      }}
    />
  );
}

interface LineProps {
  block: Block;
  place: number;
  isOpen: boolean;
  onOpen: (id: string) => void;
  /** Null if the block is the only one. */
  onRemove: (() => void) | null;
  /** The handle that moves the block. */
  children: ReactNode;
}

function BlockLine({ block, place, isOpen, onOpen, onRemove, children }: LineProps) {
  const name = `text block ${place + 1}`;
  return (
    <div className="flex items-center gap-2">
      {children}
      <p className="min-w-0 grow truncate">
        {isOpen
          ? <span className="font-semibold">Text block {place + 1}</span>
          : plainText(block.text).slice(0, 200) || <span className="text-muted">Empty block</span>}
      </p>
      {!isOpen && (
        <Button
          icon={Pencil}
          className="btn-sm"
          aria-label={`Edit ${name}`}
          onClick={() => onOpen(block.id)}
        >
          Edit
        </Button>
      )}
      {onRemove && <IconButton icon={Trash2} name={`Delete ${name}`} onClick={onRemove} />}
    </div>
  );
}
