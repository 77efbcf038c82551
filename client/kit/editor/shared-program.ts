/** A program that two people edit at once (Yjs), also while offline: both get the same text. */
import {
  applyAwarenessUpdate,
  Awareness,
  encodeAwarenessUpdate,
  modifyAwarenessUpdate,
  removeAwarenessStates,
} from "y-protocols/awareness";
import * as Y from "yjs";
import { attempt } from "../net/storage.ts";
import { changedPart } from "./changed-part.ts";
import { joinParts, type Kind, KINDS, partsOf } from "./shared-messages.ts";

/** Changes are collected for this long before they are sent, in ms. */
const COLLECT_MS = 80;
/** A hello this often mends what was lost between servers, in ms. */
const HELLO_MS = 15_000;
/** A text with more characters than this is not taken any further. */
const TEXT_MOST = 200_000;
/** The author of the first text, which must be the same in each of the student's tabs. */
const FIRST_AUTHOR = 1;

export interface Who {
  name: string;
  color: string;
  colorLight: string;
}

interface Options {
  /** Who the user is, and who the other is: a cursor carries no name or colour of its sender. */
  me: Who;
  other: Who;
  /** The first text: only the student has it. */
  begin: string | null;
  /** A state that was stored before a reload. */
  kept: Uint8Array | null;
  send: (part: Uint8Array<ArrayBuffer>) => void;
  /** Called before a change of the other side is applied. */
  beforeOthers?: () => void;
  onTooLong: () => void;
}

export type SharedProgram = ReturnType<typeof shareProgram>;

export function shareProgram(options: Options) {
  const { me, other, begin, kept, send, beforeOthers, onTooLong } = options;
  const doc = new Y.Doc();
  const text = doc.getText("program");
  if (kept && isUpdate(kept)) Y.applyUpdate(doc, kept, "kept");
  else if (begin !== null) Y.applyUpdate(doc, firstText(begin), "kept");
  const awareness = new Awareness(doc);
  awareness.setLocalStateField("user", me);
  const undo = new Y.UndoManager(text, { captureTimeout: 300 });
  const join = joinParts();
  let updates: Uint8Array[] = [];
  let hasMoved = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const say = (kind: Kind, content: Uint8Array) => partsOf({ kind, content }).forEach(send);
  function flush(): void {
    timer = undefined;
    if (updates.length > 0) say(KINDS.update, Y.mergeUpdates(updates));
    updates = [];
    if (hasMoved) sayHere();
    hasMoved = false;
  }
  const soon = () => void (timer ??= setTimeout(flush, COLLECT_MS));
  doc.on("update", (update: Uint8Array, origin: unknown) => {
    if (origin === "other" || origin === "kept") return;
    updates.push(update);
    soon();
  });
  awareness.on("update", (_changed: unknown, origin: unknown) => {
    if (origin === "other") return;
    hasMoved = true;
    soon();
  });
  const sayHere = () => say(KINDS.awareness, encodeAwarenessUpdate(awareness, [doc.clientID]));
  const hello = () => {
    say(KINDS.hello, Y.encodeStateVector(doc));
    sayHere();
  };
  const again = setInterval(hello, HELLO_MS);

  function take(kind: Kind, content: Uint8Array, sender: Who): void {
    if (kind === KINDS.update) {
      beforeOthers?.();
      Y.applyUpdate(doc, content, "other");
      if (text.length > TEXT_MOST) onTooLong();
    } else if (kind === KINDS.awareness) {
      // The sender's name and colour are the server's, not those of the message.
      const named = modifyAwarenessUpdate(
        content,
        // There is no state when the sender has left.
        (state) => {
          if (!state) return null;
          const { cursor, steps, language } = state;
          return { cursor, steps, language, user: sender };
        },
      );
      applyAwarenessUpdate(awareness, named, "other");
    } else {
      say(KINDS.update, Y.encodeStateAsUpdate(doc, content));
      if (kind === KINDS.hello) {
        say(KINDS.helloBack, Y.encodeStateVector(doc));
        sayHere();
      }
    }
  }
  function leave(): void {
    const here = awareness.getLocalState();
    awareness.setLocalState(null);
    clearTimeout(timer);
    flush();
    // A page that the browser shows again says by this that it is back.
    awareness.setLocalState(here);
  }
  return {
    text,
    awareness,
    undo,
    /** Call this when the connection is there, again after each loss. */
    connected: hello,
    /** @param isOwn whether it comes from another tab of the same person */
    received(bytes: Uint8Array, isOwn = false): void {
      const message = join(bytes);
      if (message === null) return;
      try {
        take(message.kind, message.content, isOwn ? me : other);
      } catch {
        // Not a message of Yjs. The next hello brings what is missing.
      }
    },
    become: (wanted: string) => become(text, wanted),
    state: () => Y.encodeStateAsUpdate(doc),
    leave,
    stop(): void {
      leave();
      clearInterval(again);
      removeAwarenessStates(awareness, [...awareness.getStates().keys()], "other");
      awareness.destroy();
      clearTimeout(timer);
      undo.destroy();
      doc.destroy();
    },
  };
}

/** What a browser has stored may be damaged. */
const isUpdate = (bytes: Uint8Array): boolean =>
  attempt(() => Y.decodeUpdate(bytes) !== null, false);

/** Returns the same update for the same text, so that it is applied once. */
function firstText(begin: string): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = FIRST_AUTHOR;
  doc.getText("program").insert(0, begin);
  const update = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return update;
}

/** Changes the text into this one, where they differ. */
function become(text: Y.Text, wanted: string): void {
  const changed = changedPart(text.toString(), wanted);
  if (changed === null) return;
  const { from, to, insert } = changed;
  text.doc?.transact(() => {
    text.delete(from, to - from);
    text.insert(from, insert);
  }, "draft");
}
