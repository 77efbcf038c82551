/** A real SMTP server in this process, with the mails that it received. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { until } from "./until.ts";

export type Arrived = {
  /** The recipients in the envelope, to whom the mail really goes. */
  to: string[];
  /** Header name in lower case → value. */
  headers: Record<string, string>;
  text: string;
  /** The six digits in the text, if there are any. */
  code: string | undefined;
};

export type Mailbox = {
  /** The value for SMTP_URL. */
  url: string;
  arrived: Arrived[];
  /** Returns the next mail to this address that was not returned before. */
  next(address: string): Promise<Arrived>;
  /** Refuses every mail from now on, or accepts them again. */
  refuse(refused: boolean): void;
  /**
   * Refuses this recipient, or all senders if none is named, with this answer; null accepts all
   * again.
   */
  refuseWith(answer: { code: number; text: string; to?: string } | null): void;
  /** How often a delivery to this recipient was begun. */
  triesFor(address: string): number;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function mailbox(): Promise<Mailbox> {
  const arrived: Arrived[] = [];
  const handedOut = new Set<Arrived>();
  let refused = false;
  let answer: { code: number; text: string; to?: string } | null = null;
  const tried: string[] = [];
  const no = ({ code, text }: { code: number; text: string }) =>
    Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    // Milliseconds for which an idle client may delay the close.
    closeTimeout: 100,
    onMailFrom(_address, _session, done) {
      done(answer && answer.to === undefined ? no(answer) : null);
    },
    onRcptTo({ address }, _session, done) {
      tried.push(address);
      done(answer?.to === address ? no(answer) : null);
    },
    onData(stream, session, done) {
      const chunks: Uint8Array[] = [];
      stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      stream.on("end", () => {
        if (refused) return done(Object.assign(new Error("not now"), { responseCode: 451 }));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        arrived.push(read(to, new TextDecoder().decode(joined(chunks))));
        done();
      });
    },
  });
  await new Promise<void>((ready, fail) => {
    server.on("error", fail);
    server.listen(0, "127.0.0.1", () => ready());
  });
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((done) => server.close(() => done()));
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    async next(address) {
      const isNext = (mail: Arrived) => !handedOut.has(mail) && mail.to.includes(address);
      const mail = await until(() => arrived.find(isNext), `a mail to ${address}`);
      handedOut.add(mail);
      return mail;
    },
    refuse: (now) => refused = now,
    refuseWith: (now) => answer = now,
    triesFor: (address) => tried.filter((one) => one === address).length,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function joined(chunks: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function read(to: string[], raw: string): Arrived {
  const split = raw.indexOf("\r\n\r\n");
  const head = raw.slice(0, split).replace(/\r\n[ \t]+/g, " ");
  const headers: Record<string, string> = {};
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const body = raw.slice(split + 4);
  const encoding = headers["content-transfer-encoding"];
  const text = encoding === "base64"
    ? new TextDecoder().decode(Uint8Array.fromBase64(body.replace(/\s/g, "")))
    : encoding === "quoted-printable"
    ? unquoted(body)
    : body;
  return { to, headers, text, code: text.match(/\b\d{6}\b/)?.[0] };
}

function unquoted(body: string): string {
  const bytes = body.replace(/=\r\n/g, "").replace(
    /=([0-9A-F]{2})/g,
    (_, hex) => String.fromCharCode(parseInt(hex, 16)),
  );
  return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}
