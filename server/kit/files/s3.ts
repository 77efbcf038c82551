/** Uploads in an S3-compatible store, for several servers that share no disk. */
import { AwsClient } from "aws4fetch";
import { SettingsError } from "../core/errors.ts";
import { streamWithin, within } from "../core/within.ts";
import { type FileStore, folderStore } from "./files.ts";

const REGION = "us-east-1";
export const AWS = [
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AWS_REGION",
  "AWS_ENDPOINT_URL",
];

/** The longest time until the store begins to answer, with all tries, and for its bytes, in ms. */
const PATIENCE_MS = 60_000;
const tooSlow = () => new StoreError("the file store is too slow", 503);

/** The store refused the call, or did not answer (503). The message does not name the file. */
export class StoreError extends Error {
  override name = "StoreError";
  constructor(message: string, readonly status: number) {
    super(message);
  }
}

/** @param place the setting FILES: a folder, or `s3://bucket/prefix` */
export const openStore = (place: string): FileStore =>
  place.startsWith("s3://") ? s3Store(place, Deno.env.toObject()) : folderStore(place);

/** Where the store answers. @throws SettingsError when the setting is not an address */
export function s3Endpoint(vars: Record<string, string | undefined>): string {
  const named = vars.AWS_ENDPOINT_URL || `https://s3.${vars.AWS_REGION || REGION}.amazonaws.com`;
  if (/^https?:$/.test(URL.parse(named)?.protocol ?? "")) return named;
  throw new SettingsError(
    "AWS_ENDPOINT_URL must be an address that starts with http:// or https://.",
  );
}

/**
 * @param location `s3://bucket/prefix`
 * @param vars the usual AWS_* variables; AWS_ENDPOINT_URL names another store than Amazon's
 * @throws SettingsError when a variable is missing
 */
export function s3Store(
  location: string,
  vars: Record<string, string | undefined>,
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): FileStore {
  const { host: bucket, pathname } = new URL(location);
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_REGION: region = REGION,
  } = vars;
  if (!accessKeyId || !secretAccessKey) {
    throw new SettingsError(
      "FILES is in S3, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set.",
    );
  }
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    sessionToken,
    region,
    service: "s3",
    retries: 3,
  });
  // The bucket is in the path, not in the host: every S3-compatible store supports that.
  const folder = `${s3Endpoint(vars).replace(/\/$/, "")}/${bucket}${pathname.replace(/\/$/, "")}`;

  async function call(id: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(patienceMs);
    const answering = client.fetch(`${folder}/${id}`, { ...init, signal });
    const response = await within(patienceMs, answering, tooSlow).catch((error) => {
      const why = String(error).replaceAll(id, "…");
      throw new StoreError(`the file store does not answer a ${init.method}: ${why}`, 503);
    });
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    throw new StoreError(
      `the file store answered ${response.status} to a ${init.method}`,
      response.status,
    );
  }

  return {
    async put(id, bytes) {
      const response = await call(id, { method: "PUT", body: bytes as BodyInit });
      await response.body?.cancel();
      if (!response.ok) throw new StoreError(`the bucket ${bucket} does not exist`, 404);
    },
    async get(id) {
      const response = await call(id, { method: "GET" });
      if (response.ok) return response.body && streamWithin(patienceMs, response.body, tooSlow);
      await response.body?.cancel();
      return null;
    },
    async remove(id) {
      const response = await call(id, { method: "DELETE" });
      await response.body?.cancel();
    },
  };
}
