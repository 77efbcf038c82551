/** Where a request comes from: as the limits count it, and in rough words for people. */
import type { Context } from "hono";
import { deviceOf, type From, networkWords } from "../security/device.ts";
import type { App } from "./guard.ts";

/** The address and the network of a request, by which the limits count. */
export const placeOf = ({ var: { address, network } }: Context<App>) => ({ address, network });

export const fromOf = (c: Context<App>): From => ({
  device: deviceOf(c.req.header("user-agent")),
  network: networkWords(c.var.network),
});
