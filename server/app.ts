/** The application: the features' calls under /api, the headers of every reply, and the built client. */
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { ApplyGlobalResponse } from "hono/client";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import { secureHeaders } from "hono/secure-headers";
import { aboutRoutes } from "./about/routes.ts";
import { announcementRoutes } from "./announcements/routes.ts";
import { assignmentRoutes } from "./assignments/routes.ts";
import { recognise } from "./auth/queries.ts";
import { authRoutes } from "./auth/routes.ts";
import { briefingRoutes } from "./briefings/routes.ts";
import { contactRoutes } from "./contact/routes.ts";
import { contractRoutes } from "./contract/routes.ts";
import { dashboardRoutes } from "./dashboards/routes.ts";
import { doubtRoutes } from "./doubts/routes.ts";
import { fileRoutes, uploadRoutes } from "./files/routes.ts";
import { originFinder } from "./kit/address.ts";
import { limitBody, readRest } from "./kit/body.ts";
import { goalRoutes } from "./goals/routes.ts";
import { asUnavailable } from "./kit/database.ts";
import { notFound, Refusal } from "./kit/errors.ts";
import type { App } from "./kit/guard.ts";
import { type Health, noteRequests, operatorCalls } from "./kit/operator.ts";
import { clientPages } from "./kit/pages.ts";
import type { Parts } from "./kit/parts.ts";
import type { Failure, Taken, Unverified } from "./kit/schema.ts";
import { limitWriting } from "./kit/throttle.ts";
import { messageRoutes } from "./messages/routes.ts";
import { peopleRoutes } from "./people/routes.ts";
import { reviewRoutes } from "./reviews/routes.ts";
import { solutionOfRoutes, solutionRoutes } from "./solutions/routes.ts";

export const routes = new Hono<App>()
  .route("/auth", authRoutes)
  .route("/assignments", reviewRoutes)
  .route("/assignments", solutionOfRoutes)
  .route("/assignments", assignmentRoutes)
  .route("/solutions", solutionRoutes)
  .route("/dashboard", dashboardRoutes)
  .route("/doubts", doubtRoutes)
  .route("/files", fileRoutes)
  .route("/goals", goalRoutes)
  .route("/upload", uploadRoutes)
  .route("/users", peopleRoutes)
  .route("/messages/announcement", announcementRoutes)
  .route("/messages", messageRoutes)
  .route("/dailyBriefing", briefingRoutes)
  .route("/contact", contactRoutes)
  .route("/about", aboutRoutes);

/** The contract in types: every call, its input, its reply, and how each may be refused. */
export type Api = ApplyGlobalResponse<
  typeof routes,
  & { [Status in 401 | 403 | 404 | 408 | 413 | 415 | 429 | 431 | 500 | 503]: { json: Failure } }
  & { 400: { json: Failure & Unverified }; 409: { json: Failure & Taken } }
>;

type Options = {
  /** Whether a browser's page from there may call. */
  allowsOrigin: (origin: string | undefined) => boolean;
  health: Health;
};

export function createApp(parts: Parts, { allowsOrigin, health }: Options): Hono<App> {
  const app = new Hono<App>();
  const originOf = originFinder(parts.env.trustedProxies);
  app.onError((error, c) => answerFailure(error, c));
  app.notFound((c) => answerFailure(notFound("What this address names"), c));
  app.use(noteRequests({ log: parts.log, metrics: health.metrics }));
  app.use(headers);
  app.route("/", operatorCalls(health));
  app.use("/api/*", readRest);
  app.use("/api/*", async (c, next) => {
    c.set("parts", parts);
    const { remoteAddress } = (c.env as HttpBindings).incoming.socket;
    const { address, network } = originOf(remoteAddress, c.req.header("x-forwarded-for"));
    c.set("address", address);
    c.set("network", network);
    // What this reply shows is at least as new as this place in the event log.
    c.header("x-seq", String(parts.live.head()));
    // "Today" is the class's, wherever its reader is.
    c.header("x-zone", parts.env.classTz);
    c.header("cache-control", "no-store");
    if (!allowsOrigin(c.req.header("origin"))) {
      throw new Refusal(403, "origin", "Calls from this origin are refused.");
    }
    const { me, still } = await askerOf(c, parts);
    c.set("asker", me);
    c.set("still", still);
    await next();
    await still(parts.database.db);
  });
  app.use("/api/*", limitWriting);
  app.use("/api/*", limitBody);
  app.route("/api", routes);
  app.route("/api", contractRoutes(routes.routes));
  app.use("/api/*", () => {
    throw notFound("What this address names");
  });
  app.route("/", clientPages());
  return app;
}

const pageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    imgSrc: ["'self'", "data:", "blob:"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
  overwrite: false,
  xFrameOptions: "DENY",
  referrerPolicy: "strict-origin-when-cross-origin",
});
/** A page is made of many of these: what browsers heed only in a page would be a tenth of each. */
const partHeaders = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  // An uploaded file has a stricter policy of its own.
  overwrite: false,
  xFrameOptions: "DENY",
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});
const PART = /^\/(assets\/|early\.js$|api\/(?!docs))/;
const headers: MiddlewareHandler = (c, next) =>
  (PART.test(c.req.path) ? partHeaders : pageHeaders)(c, next);

const NOBODY = { me: null, still: () => Promise.resolve(null) };

async function askerOf(c: Context<App>, { database: { db }, tokens, clock, recognised }: Parts) {
  const token = c.req.header("x-auth-token");
  if (!token) return NOBODY;
  const asker = await recognise({ db, tokens, now: clock(), recognised }, token);
  // A form's files are stored before anything is asked of the database; and what is under /auth may
  // itself end the session.
  const isForm = c.req.header("content-type")?.startsWith("multipart/");
  if (isForm || c.req.path.startsWith("/api/auth/")) await asker.still(db);
  return asker;
}

function answerFailure(error: Error, c: Context<App>): Response {
  const refusal = asRefusal(error);
  if (refusal === null) {
    c.var.parts?.log.error({ error, request: c.var.requestId, route: routePath(c) }, "failed");
    return c.json({ msg: "Something went wrong on our side.", code: "internal" }, 500);
  }
  c.set("refused", refusal.code);
  const { retryAfter } = refusal.details;
  if (retryAfter !== undefined) c.header("retry-after", String(retryAfter));
  return c.json(refusal.body(), refusal.status);
}

function asRefusal(error: Error): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof HTTPException) {
    // Thrown by the framework, when a body is no JSON or no form.
    return new Refusal(error.status as 400, "invalid", "The request's body cannot be read.");
  }
  return asUnavailable(error);
}
