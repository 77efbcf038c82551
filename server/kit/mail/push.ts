/** Nothing is pushed to unknown services. */
import { within } from "../core/within.ts";

/** The push services of the browsers. A name that begins with a dot allows all names below it. */
export const PUSH_HOSTS = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
];

export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  return PUSH_HOSTS.some((host) =>
    host.startsWith(".") ? hostname.endsWith(host) : hostname === host
  );
}

export type PushTarget = { endpoint: string; p256dh: string; auth: string };
export type PushKeys = { publicKey: string; privateKey: string };
/** `gone`: the browser has ended its subscription. */
export type PushOutcome = "sent" | "gone" | "failed";
export type PushSender = {
  send(target: PushTarget, payload: string): Promise<PushOutcome>;
};

/** Loads the library with the first push: most servers' first minutes need none. */
const library = async () => (await import("web-push")).default;

export const newPushKeys = async (): Promise<PushKeys> => (await library()).generateVAPIDKeys();

type Options = {
  keys: PushKeys;
  /** The address of the site, which push services ask for. */
  subject: string;
  post?: (endpoint: string, init: RequestInit) => Promise<Response>;
  withinMs?: number;
};

const WITHIN_MS = 10_000;
/** A push that cannot be delivered for a day is forgotten. */
const TTL_SECONDS = 24 * 60 * 60;

/** Push services ask for an https address or a mail address. */
const contactOf = (subject: string) =>
  subject.startsWith("https:") ? subject : "mailto:doubtless@localhost.invalid";

export function pushSender(options: Options): PushSender {
  const { keys, subject, post = fetch, withinMs = WITHIN_MS } = options;
  return {
    async send({ endpoint, p256dh, auth }, payload) {
      if (!isPushEndpoint(endpoint)) return "gone";
      const { headers, body } = (await library()).generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payload,
        {
          vapidDetails: { subject: contactOf(subject), ...keys },
          TTL: TTL_SECONDS,
          urgency: "normal",
        },
      );
      const answering = post(endpoint, {
        method: "POST",
        headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, String(v)])),
        body: body as Uint8Array<ArrayBuffer>,
        // A redirect could lead anywhere.
        redirect: "manual",
        signal: AbortSignal.timeout(withinMs),
      });
      const answer = await within(withinMs, answering, () => new Error("It does not answer."));
      answer.body?.cancel().catch(() => {});
      if (answer.ok) return "sent";
      return answer.status === 404 || answer.status === 410 ? "gone" : "failed";
    },
  };
}
