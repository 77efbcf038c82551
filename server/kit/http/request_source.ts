/** Where a request comes from: as the limits count it, and in rough words for people. */
import type { Context } from "hono";
import { deviceOf } from "../security/device.ts";
import type { App } from "./guard.ts";

export type RequestSource = {
  /** As limits count it: for IPv6, its /64 network. */
  address: string;
  network: string;
  /** In rough words, such as "Firefox on Windows"; for a program, the name of its API token. */
  device: string;
};

export const requestSource = (
  { var: { address, network, apiToken }, req }: Context<App>,
): RequestSource => ({
  address,
  network,
  device: apiToken ? `API token ${apiToken.name}` : deviceOf(req.header("user-agent")),
});
