/** What a running server is made of, handed to every request; nothing is global. */
import type { Bodies } from "./body.ts";
import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";
import type { Env } from "./env.ts";
import type { FileStore } from "./files.ts";
import type { Hasher } from "./hash.ts";
import type { Limits } from "./limits.ts";
import type { Log } from "./log.ts";
import type { Postman } from "./mail.ts";
import type { Pictures } from "./pictures.ts";
import type { Renderer } from "./render.ts";
import type { Me } from "./roles.ts";
import type { Searches } from "./searching.ts";
import type { Tokens } from "./tokens.ts";
import type { Writing } from "./writing.ts";

/** An event as the log holds it. */
export type Logged = {
  seq: number;
  type: string;
  rooms: string[];
  /** Null when it is too long to be read: whoever it is for fetches afresh. */
  data: unknown;
  /** How long the data is as JSON. */
  bytes?: number;
};

export type Live = {
  /** What this server's notifications say: it need not heed its own. */
  name: string;
  /** The highest event number that this server has seen committed. */
  head(): number;
  /** Events that this server has just committed, in order. */
  committed(events: Logged[]): void;
};

export type Parts = {
  env: Env;
  database: Database;
  clock: Clock;
  log: Log;
  tokens: Tokens;
  /** Whoever used a session's token last. */
  recognised: Map<string, Me>;
  hasher: Hasher;
  limits: Limits;
  writing: Writing;
  searches: Searches;
  files: FileStore;
  /** The bodies that are in memory now. */
  bodies: Bodies;
  pictures: Pictures;
  render: Renderer;
  postman: Postman;
  live: Live;
};
