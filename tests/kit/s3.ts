/** A local server of the S3 protocol, with one bucket, `uploads`. */
import S3rver from "s3rver";

/** The only account of the S3 server. */
export const KEYS = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

export async function localS3() {
  const directory = await Deno.makeTempDir();
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "uploads", configs: [] }],
  });
  const { port } = await server.run() as { port: number };
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    const closed = server.close();
    // Its clients keep their connections for the next call.
    server.httpServer.closeAllConnections();
    await closed;
  };
  return {
    vars: { ...KEYS, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` },
    close,
    async [Symbol.asyncDispose]() {
      await close();
      await Deno.remove(directory, { recursive: true });
    },
  };
}
