/** Prints the push services that the permissions allow the server to look up and to call. It calls none. */
import { lookup } from "node:dns/promises";

const SERVICES = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "web.push.apple.com",
  "wns2-par02p.notify.windows.com",
];

/** Without a network, a look-up fails later, and for another reason. */
const mayLookUp = (host: string) =>
  Promise.race([lookup(host, { all: true }), new Promise((go) => setTimeout(go, 500))])
    .then(() => true, (error) => !(error instanceof Deno.errors.NotCapable));

const allowed: string[] = [];
for (const host of SERVICES) {
  const { state } = await Deno.permissions.query({ name: "net", host: `${host}:443` });
  if (state === "granted" && await mayLookUp(host)) allowed.push(host);
}
console.log(JSON.stringify(allowed));
Deno.exit();
