/** The parts of a running server. Every request gets them; there are no globals. */
import type { Clock } from "./clock.ts";
import type { Database } from "../db/database.ts";
import type { Env } from "./env.ts";
import type { FileStore } from "../files/files.ts";
import type { Hasher } from "../security/hash.ts";
import type { Limits } from "../limits/limits.ts";
import type { Log } from "./log.ts";
import type { MailWorker } from "../mail/postman.ts";
import type { ImageDecoder } from "../files/images.ts";
import type { Provider } from "../security/oidc.ts";
import type { Renderer } from "../content/render.ts";
import type { Queues } from "../limits/queues.ts";
import type { Tokens } from "../security/tokens.ts";
import type { Visits } from "../security/visits.ts";

export type LoggedEvent = {
  seq: number;
  type: string;
  rooms: string[];
  data: unknown;
  /** The length of the data as JSON. */
  bytes: number;
};

export type Live = {
  /** This server's name in notifications, so that it can ignore its own. */
  name: string;
  /** The highest event number that this server knows to be committed. */
  head(): number;
  /** Delivers events that this server has just committed, in order. */
  committed(events: LoggedEvent[]): void;
};

export type JudgeWork = {
  /** False with JUDGE=off. */
  isOn: boolean;
  /** Looks for waiting programs now instead of in the next round. */
  nudge(): void;
};

export type Parts = {
  env: Env;
  database: Database;
  clock: Clock;
  log: Log;
  tokens: Tokens;
  hasher: Hasher;
  /** The provider of the school's accounts; null when the settings name none. */
  provider: Provider | null;
  limits: Limits;
  queues: Queues;
  visits: Visits;
  files: FileStore;
  pictures: ImageDecoder;
  render: Renderer;
  postman: MailWorker;
  judging: JudgeWork;
  live: Live;
};
