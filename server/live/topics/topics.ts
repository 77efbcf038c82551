/**
 * Topics: things that a client watches while it shows them, such as one thread. A feature declares
 * its topic, and app.ts lists it; this file serves all topics. A client names a topic by the key of
 * its id: `watch {doubtId}`, `unwatch {doubtId}`, `typing {doubtId}`.
 */
import type { Server, Socket } from "socket.io";
import * as z from "zod";
import type { Reader } from "../../kit/db/database.ts";
import type { Log } from "../../kit/core/log.ts";
import type { LoggedEvent } from "../../kit/core/parts.ts";
import { createRounds } from "../../kit/core/rounds.ts";
import type { Limits } from "../../kit/limits/limits.ts";
import { isStaff, type Me, someone } from "../../kit/core/roles.ts";
import type { Someone } from "../../kit/core/schema.ts";
import { type Alias, withoutName } from "../../kit/core/alias.ts";
import type { EventData, EventName } from "../../events.ts";
import { type Allowances, closeOldest } from "../allowances.ts";
import { type Feed, serveFeeds } from "./feeds.ts";
import { createPresence } from "./presence.ts";
import { type OpenItem, readersOf, readingAfter, type StaffHere } from "./readers.ts";
import type { Relay } from "../relay.ts";
import { type Room, topicRoom, userRoom } from "../rooms.ts";

export type Topic = {
  /** The prefix of its rooms' names: "doubt" has the rooms `doubt:<id>`. It is unique. */
  name: string;
  /** The key of its id in messages, such as "doubtId". It is unique. */
  key: string;
  id: z.ZodType<string>;
  /** Reads who may watch it; the check serves everyone who asks at that time. */
  whoMayWatch: (db: Reader, id: string) => Promise<(me: Me) => boolean>;
  /** Reads which of its watchers has no name for those who are not staff, if one has none. */
  unnamedIn?: (db: Reader, id: string) => Promise<Alias | null>;
  tellsPresence?: boolean;
  tellsTyping?: boolean;
  /** Watchers may send each other up to RELAY_MOST bytes, unread: `relay {key, data}`. */
  relays?: boolean;
  /** A value that follows from other data; each id's watchers are sent theirs. */
  feed?: Feed;
  /** These events end access: sockets leave, except those in the rooms of `keeps`. */
  revokedBy?: { [E in EventName]?: (data: EventData<E>) => { id: string; keeps: Room[] } };
};

type Hears = { [event: string]: (body: unknown, ack?: unknown) => void };
type Says = { [event: string]: (data?: unknown) => void };
type Data = { me: Me | null; reading?: OpenItem | null };
// deno-lint-ignore no-explicit-any -- only `me` of a socket's data matters here
type TopicSocket = Socket<Hears, Says, Says, any>;
type Ack = (answer: { ok: boolean; seq?: number; code?: string; readers?: unknown }) => void;

type Options = {
  // deno-lint-ignore no-explicit-any -- only `me` of a socket's data matters here
  io: Server<Hears, Says, Says, any>;
  topics: readonly Topic[];
  db: Reader;
  limits: Limits;
  inTurn: Allowances["inTurn"];
  /** False while Redis can be reached: then sockets of other servers are in the same rooms. */
  isAlone: () => boolean;
  relay: () => Relay;
  log: Log;
};

/** The room of staff who have told what they read: they are told what the others read. */
const DESKS = "desks";
/** The room of those staff who watch a topic. */
const staffIn = (room: string): string => `staff in ${room}`;
/** What servers tell each other when a member of the staff came, left, or opened another item. */
const STAFF_CHANGED = "staff-changed";
/** Changes of what staff read are collected for this long. */
const READING_MS = 150;

/** The most bytes of one relayed message. */
export const RELAY_MOST = 32 * 1024;

/** The most sockets of one person that relay in one room. A further one closes the oldest. */
export const RELAYING_EACH = 3;
/** The most rooms of one socket: those of its person, and the topics that it watches. */
const ROOMS_EACH = 100;

const ASK_OTHERS_MS = 1000;

export function serveTopics(
  { io, topics, db, limits, inTurn, isAlone, relay, log }: Options,
) {
  const failed = (error: unknown) => log.warn({ error }, "who is here could not be told");
  const presence = createPresence({
    who: (room) => peopleIn(io, { room, isAlone: isAlone() }),
    tell(room, people) {
      const of = topicOfRoom(topics, room);
      if (of) tell(of, "presence", { people, to: () => isAlone() ? io.local : io });
    },
    failed,
  });
  const changed = ({ tellsPresence }: Topic, room: string) => {
    if (tellsPresence) presence.changed(room);
  };
  const staff = () => staffHere(io, isAlone());
  const readers = createRounds(async () => {
    const readers = readersOf(await staff());
    (isAlone() ? io.local : io).to(DESKS).emit("reading", { readers });
  }, { wait: READING_MS, failed });
  const feeds = serveFeeds({
    topics,
    rooms: () => io.sockets.adapter.rooms.keys(),
    db,
    staff,
    tell: (room, signal, data) => io.local.to(room).emit(signal, data),
    log,
  });
  const staffChanged = () => {
    readers.ask();
    feeds.staffChanged();
    // The other servers do not see this server's sockets come and go.
    if (!isAlone()) io.serverSideEmit(STAFF_CHANGED);
  };
  io.on(STAFF_CHANGED, () => feeds.staffChanged());

  const tell = (of: TopicRef, signal: Signal, content: Content) =>
    tellPeople(of, signal, { ...content, db, log });

  let revocations = 0;

  /** @returns a code, or null when the socket has joined the topic's room */
  async function join(socket: TopicSocket, me: Me, { topic, id }: TopicRef) {
    if (socket.rooms.size >= ROOMS_EACH) return "too-many";
    let before: number;
    do {
      before = revocations;
      const mayWatch = await inTurn(me._id, () => topic.whoMayWatch(db, id));
      if (!mayWatch(me)) return "not-found";
      // A revocation during the query did not find this socket in the room, so the check is
      // repeated.
    } while (before !== revocations);
    const room = topicRoom(topic.name, id);
    if (socket.connected) {
      socket.join(room);
      if (topic.unnamedIn && isStaff(me)) socket.join(staffIn(room));
      changed(topic, room);
      feeds.joined(topic.name, room);
      if (topic.relays) closeOldest(socketsOf(me, room), RELAYING_EACH);
    }
    return null;
  }

  /** A person's sockets in a room of this server, the oldest first. */
  const socketsOf = (me: Me, room: string): TopicSocket[] =>
    localSockets(io, room).filter(({ data }) => data.me?._id === me._id);

  return {
    /** Handles this socket's messages about topics. */
    serve(socket: TopicSocket, me: Me): void {
      serveMessages(socket, me, { topics, limits, isAlone, relay, log, join, changed, tell });
      if (isStaff(me)) serveReading(socket, { staff, changed: staffChanged });
    },
    /** Whether events of this type can end access to a topic. */
    canRevoke: (type: string): boolean => topics.some(({ revokedBy = {} }) => type in revokedBy),
    /** Removes the sockets of people who may no longer watch the event's topic. */
    revoke({ type, data }: LoggedEvent): void {
      revocations += 1;
      for (const topic of topics) {
        const read = topic.revokedBy?.[type as EventName] as
          | ((data: unknown) => { id: string; keeps: Room[] })
          | undefined;
        if (!read) continue;
        const { id, keeps } = read(data);
        const room = topicRoom(topic.name, id);
        io.local.in(room).except(keeps).socketsLeave(room);
        changed(topic, room);
      }
    },
    /** Call this when events of these types were pushed. */
    eventsLogged: feeds.eventsLogged,
    async stop(): Promise<void> {
      await Promise.all([presence.stop(), readers.stop(), feeds.stop()]);
    },
  };
}

type Messages = Pick<Options, "topics" | "limits" | "isAlone" | "relay" | "log"> & {
  /** @returns a code, or null when the socket has joined the topic's room */
  join: (socket: TopicSocket, me: Me, named: TopicRef) => Promise<string | null>;
  changed: (topic: Topic, room: string) => void;
  tell: (of: TopicRef, signal: Signal, content: Content) => Promise<void>;
};

/** Handles what a socket says about topics: that it watches one, types, or has something to relay. */
function serveMessages(
  socket: TopicSocket,
  me: Me,
  { topics, limits, isAlone, relay, log, join, changed, tell }: Messages,
): void {
  socket.on("watch", async (body, ack) => {
    const answer: Ack = typeof ack === "function" ? ack as Ack : () => {};
    const named = namedIn(topics, body);
    if (!named) return answer({ ok: false, code: "invalid" });
    try {
      const code = await join(socket, me, named);
      answer(code === null ? { ok: true, seq: relay().head() } : { ok: false, code });
    } catch (error) {
      log.warn({ error }, "watch failed");
      answer({ ok: false, code: "unavailable" });
    }
  });
  socket.on("unwatch", (body) => {
    const named = namedIn(topics, body);
    if (!named) return;
    const room = topicRoom(named.topic.name, named.id);
    socket.leave(room);
    socket.leave(staffIn(room));
    changed(named.topic, room);
  });
  socket.on("typing", async (body) => {
    const named = namedIn(topics, body);
    if (!named?.topic.tellsTyping) return;
    const { topic, id } = named;
    const room = topicRoom(topic.name, id);
    if (!socket.rooms.has(room)) return;
    // What is more is not passed on.
    if (await limits.spend("typing", `${me._id} ${room}`) > 0) return;
    if (await limits.spend("typingInThread", room) > 0) return;
    const person = someone(me);
    const to = () => isAlone() ? socket.volatile.local : socket.volatile;
    await tell(named, "typing", { people: [person], data: { person }, to });
  });
  socket.on("relay", (body) => {
    const named = namedIn(topics, body);
    const data = (body as { data?: unknown } | null)?.data;
    if (!named?.topic.relays || !isRelayable(data)) return;
    const { topic, id } = named;
    const room = topicRoom(topic.name, id);
    if (!socket.rooms.has(room)) return;
    const others = isAlone() ? socket.local : socket;
    others.to(room).emit("relay", { [topic.key]: id, by: me._id, data });
  });
  socket.on("disconnecting", () => {
    for (const room of socket.rooms) {
      const of = topicOfRoom(topics, room);
      if (of) changed(of.topic, room);
    }
  });
}

type Signal = "presence" | "typing";
type Content = {
  people: Someone[];
  to: () => Pick<Options["io"], "to">;
  /** What is sent with the topic's id; without it, the people. */
  data?: object;
};

/** Tells a topic's watchers of people: staff and these people with all names. */
async function tellPeople(
  { topic, id }: TopicRef,
  signal: Signal,
  { people, to, data = { people }, db, log }: Content & Pick<Options, "db" | "log">,
): Promise<void> {
  const room = topicRoom(topic.name, id);
  const said = { [topic.key]: id, ...data };
  try {
    const unnamed = people.every(isStaff) ? null : await topic.unnamedIn?.(db, id) ?? null;
    if (!unnamed) return void to().to(room).emit(signal, said);
    const named = [staffIn(room), userRoom(unnamed.person)];
    to().to(named).emit(signal, said);
    to().to(room).except(named).emit(signal, withoutName(said, unnamed));
  } catch (error) {
    log.warn({ error }, `${signal} could not be told`);
  }
}

/** Keeps what a member of the staff has open, and answers with who reads what. */
function serveReading(
  socket: TopicSocket,
  { staff, changed }: { staff: () => Promise<StaffHere[]>; changed: () => void },
): void {
  changed();
  socket.on("reading", async (body, ack) => {
    const answer: Ack = typeof ack === "function" ? ack as Ack : () => {};
    const next = readingAfter(body, socket.data.reading ?? null);
    if (next === undefined) return answer({ ok: false, code: "invalid" });
    socket.join(DESKS);
    if (JSON.stringify(next) !== JSON.stringify(socket.data.reading ?? null)) changed();
    socket.data.reading = next;
    answer({ ok: true, readers: readersOf(await staff()) });
  });
  socket.on("disconnect", changed);
}

const isRelayable = (data: unknown): data is Uint8Array =>
  data instanceof Uint8Array && data.byteLength <= RELAY_MOST;

type TopicRef = { topic: Topic; id: string };

/** The topic that a message names by the key of an id, or null. */
function namedIn(topics: readonly Topic[], body: unknown): TopicRef | null {
  const keyed = z.record(z.string(), z.unknown()).safeParse(body);
  if (!keyed.success) return null;
  const topic = topics.find(({ key }) => Object.hasOwn(keyed.data, key));
  const id = topic?.id.safeParse(keyed.data[topic.key]);
  if (!topic || !id?.success) return null;
  return { topic, id: id.data };
}

function topicOfRoom(topics: readonly Topic[], room: string): TopicRef | null {
  const topic = topics.find(({ name }) => room.startsWith(`${name}:`));
  return topic ? { topic, id: room.slice(topic.name.length + 1) } : null;
}

/** The people in a room, one entry for each socket, on this server or on all servers. */
async function peopleIn(io: Options["io"], where: { room: string; isAlone: boolean }) {
  return (await socketsIn(io, where)).flatMap(({ data }) => data.me ? someone(data.me) : []);
}

async function staffHere(io: Options["io"], isAlone: boolean): Promise<StaffHere[]> {
  return (await socketsIn(io, { room: "staff", isAlone })).flatMap(({ data }) =>
    data.me ? { person: someone(data.me), reading: data.reading ?? null } : []
  );
}

async function socketsIn(io: Options["io"], { room, isAlone }: { room: string; isAlone: boolean }) {
  // Not fetchSockets on `io.local`: the adapter would still ask Redis, and wait for it.
  const local = () => localSockets(io, room);
  return isAlone ? local() : await io.timeout(ASK_OTHERS_MS).in(room).fetchSockets().catch(local);
}

const localSockets = (io: Options["io"], room: string): TopicSocket[] =>
  [...io.sockets.adapter.rooms.get(room) ?? []].flatMap((id) => io.sockets.sockets.get(id) ?? []);
