/** The calls of the map, and who of the learners is connected. */
import type { MapCell, SIGNS } from "../../../server/class-sessions/map/schema.ts";
import { api, call, once } from "../../kit/net/api.ts";
import { emitVolatile, emitWithReply, onReady } from "../../kit/net/socket.ts";
import { classMap, classMapOf } from "./state.ts";

export async function loadMap(id: string, signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(
    api["class-sessions"][":id"].map.$get({ param: { id } }, { init: { signal } }),
  );
  classMap.store({ map: classMapOf(data), seq });
}

/** Writes to one learner: in a thread about the way in which they fail, or a message. */
export async function writeTo(
  { learner, cell, title }: {
    learner: { _id: string };
    cell: MapCell | undefined;
    title: string;
  },
  text: string,
  key: string,
): Promise<void> {
  if (cell?.failure && cell.solvedAt === null) {
    const { assignmentId, failure } = cell;
    const json = { assignmentId, key: failure.key, members: [learner._id], answer: text };
    await call(api.groups.answers.$post({ json }, once(key)));
    return;
  }
  const json = { subject: title.slice(0, 200), body: text, recipients: [learner._id] };
  await call(api.messages.$post({ json: { ...json, isPublic: false } }, once(key)));
}

/** Follows who is connected, until the returned function is called. */
export function followHere(classSessionId: string): () => void {
  const stop = onReady(() => void emitWithReply("watch", { mapOf: classSessionId }));
  return () => {
    stop();
    emitVolatile("unwatch", { mapOf: classSessionId });
  };
}

/** Tells the server that this learner has opened the question, or writes. It may be lost. */
export async function sendSign(
  id: string,
  json: { assignmentId: string; sign: typeof SIGNS[number] },
): Promise<void> {
  await call(api["class-sessions"][":id"].signs.$post({ param: { id }, json })).catch(() => {});
}
