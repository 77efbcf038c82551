/** The features' calls and topics, the headers of replies, and the built client. */
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { ApplyGlobalResponse } from "hono/client";
import { routePath } from "hono/route";
import { secureHeaders } from "hono/secure-headers";
import { aboutRoutes } from "./about/routes.ts";
import { invitationRoutes } from "./admission/invitations/routes.ts";
import { admissionRoutes } from "./admission/routes.ts";
import { announcementRoutes } from "./announcements/routes.ts";
import { assignmentRoutes } from "./assignments/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { identify } from "./auth/queries.ts";
import { oidcRoutes } from "./auth/oidc/routes.ts";
import { profileRoutes } from "./auth/profile/routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { identifyToken } from "./auth/tokens/queries.ts";
import { noteUse } from "./auth/tokens/writes.ts";
import { tokenRoutes } from "./auth/tokens/routes.ts";
import { briefingRoutes } from "./briefings/routes.ts";
import { calendarRoutes } from "./calendar/routes.ts";
import { commentRoutes, commentsOfRunRoutes, proposalRoutes } from "./comments/routes.ts";
import { contactRoutes } from "./contact/routes.ts";
import { contractRoutes } from "./contract/routes.ts";
import { dashboardRoutes } from "./dashboards/routes.ts";
import { deskRoutes } from "./desk/routes.ts";
import { doubtRoutes } from "./doubts/routes.ts";
import { doubtTopic, lineTopic } from "./doubts/topics.ts";
import { exportRoutes } from "./exports/routes.ts";
import { fileRoutes, uploadRoutes } from "./files/routes.ts";
import { StoreError } from "./kit/files/s3.ts";
import type { HandlerRoutes } from "./kit/contract/describe.ts";
import { clientAddressFinder } from "./kit/core/client_address.ts";
import { identifyAsker } from "./kit/http/asker.ts";
import { limitBody, readRest } from "./kit/http/body.ts";
import { goalRoutes } from "./goals/routes.ts";
import { asUnavailable, isBusy } from "./kit/db/failures.ts";
import { notFound, Refusal } from "./kit/core/errors.ts";
import type { App } from "./kit/http/guard.ts";
import { type Health, noteRequests, operatorCalls } from "./kit/http/operator.ts";
import { clientPages } from "./kit/http/pages.ts";
import type { Parts } from "./kit/core/parts.ts";
import type { ConflictDetails, Failure, UnverifiedDetails } from "./kit/core/schema.ts";
import { limitWriting, queueReads } from "./kit/http/throttle.ts";
import { isApiToken } from "./kit/security/api_token.ts";
import { LANGUAGES } from "./languages/types.ts";
import { mapRoutes } from "./class-sessions/map/routes.ts";
import { mapTopic } from "./class-sessions/map/topics.ts";
import { classSessionRoutes } from "./class-sessions/routes.ts";
import { wallLinkRoutes, wallRoutes, wallStepRoutes } from "./class-sessions/wall/routes.ts";
import type { Topic } from "./live/topics/topics.ts";
import { gradebookRoutes } from "./gradebook/routes.ts";
import { groupRoutes } from "./groups/routes.ts";
import { messageRoutes } from "./messages/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { paletteRoutes } from "./palette/routes.ts";
import { rosterRoutes } from "./people/roster/routes.ts";
import { removalRoutes } from "./people/removals/routes.ts";
import { peopleRoutes } from "./people/routes.ts";
import { personalRoutes } from "./personal/routes.ts";
import { quickQuestionRoutes } from "./quick-questions/routes.ts";
import { reviewRoutes } from "./reviews/routes.ts";
import { rubricRoutes } from "./rubrics/routes.ts";
import { runRoutes, runsOfRoutes } from "./runs/routes.ts";
import { sectionRoutes } from "./sections/routes.ts";
import { solutionOfRoutes, solutionRoutes } from "./solutions/routes.ts";
import { studentRoutes } from "./students/routes.ts";
import { termRoutes } from "./terms/routes.ts";
import { togetherRoutes } from "./together/routes.ts";
import { togetherTopic } from "./together/topics.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

export const routes = new Hono<App>()
  .route("/auth", authRoutes)
  .route("/auth", profileRoutes)
  .route("/auth/oidc", oidcRoutes)
  .route("/assignments", reviewRoutes)
  .route("/assignments", solutionOfRoutes)
  .route("/assignments", rubricRoutes)
  .route("/assignments", runsOfRoutes)
  .route("/assignments", assignmentRoutes)
  .route("/solutions", solutionRoutes)
  .route("/runs", commentsOfRunRoutes)
  .route("/runs", runRoutes)
  .route("/comments", commentRoutes)
  .route("/proposals", proposalRoutes)
  .route("/dashboard", dashboardRoutes)
  .route("/desk", deskRoutes)
  .route("/doubts", togetherRoutes)
  .route("/doubts", doubtRoutes)
  .route("/exports", exportRoutes)
  .route("/files", fileRoutes)
  .route("/goals", goalRoutes)
  .route("/gradebook", gradebookRoutes)
  .route("/class-sessions", classSessionRoutes)
  .route("/class-sessions", wallLinkRoutes)
  .route("/class-sessions", wallStepRoutes)
  .route("/wall", wallRoutes)
  .route("/groups", groupRoutes)
  .route("/upload", uploadRoutes)
  .route("/quick-questions", quickQuestionRoutes)
  .route("/search", paletteRoutes)
  .route("/sections", sectionRoutes)
  .route("/students", studentRoutes)
  .route("/users/roster", rosterRoutes)
  .route("/users/removals", removalRoutes)
  .route("/users", peopleRoutes)
  .route("/personal", personalRoutes)
  .route("/class-sessions", mapRoutes)
  .route("/messages/announcement", announcementRoutes)
  .route("/messages", messageRoutes)
  .route("/notifications", notificationRoutes)
  .route("/dailyBriefing", briefingRoutes)
  .route("/contact", contactRoutes)
  .route("/calendar", calendarRoutes)
  .route("/about", aboutRoutes)
  .route("/admission/invitations", invitationRoutes)
  .route("/admission", admissionRoutes)
  .route("/audit", auditRoutes)
  .route("/tokens", tokenRoutes)
  .route("/webhooks", webhookRoutes)
  .route("/terms", termRoutes);

export const topics: readonly Topic[] = [doubtTopic, lineTopic, mapTopic, togetherTopic];

/** The API as a type: every call, its input, its reply, and its refusals. */
export type Api = ApplyGlobalResponse<
  HandlerRoutes<typeof routes>,
  & { [Status in 401 | 403 | 404 | 408 | 413 | 415 | 429 | 431 | 500 | 503]: { json: Failure } }
  & { 400: { json: Failure & UnverifiedDetails }; 409: { json: Failure & ConflictDetails } }
>;

type Options = {
  allowsOrigin: (origin: string | undefined) => boolean;
  health: Health;
};

export function createApp(parts: Parts, { allowsOrigin, health }: Options): Hono<App> {
  const app = new Hono<App>();
  const originOf = clientAddressFinder(parts.env.trustedProxies);
  app.onError((error, c) => answerFailure(error, c));
  app.notFound((c) => answerFailure(notFound("This address"), c));
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
    // The reply is at least as fresh as this place in the event log.
    c.header("x-seq", String(parts.live.head()));
    // "Today" follows the class's time zone, not the reader's.
    c.header("x-zone", parts.env.classTz);
    c.header("cache-control", "no-store");
    if (!allowsOrigin(c.req.header("origin"))) {
      throw new Refusal(403, "origin", "Calls from this origin are refused.");
    }
    await next();
  });
  app.use("/api/*", queueReads);
  app.use(
    "/api/*",
    identifyAsker(parts, async (db, token) => {
      const now = parts.clock();
      const asked = { db, tokens: parts.tokens, now };
      if (isApiToken(token)) {
        const { me, apiToken, ...use } = await identifyToken(asked, token);
        await noteUse(parts.database.db, { ...use, now });
        return { me, apiToken };
      }
      const { me, session } = await identify(asked, token);
      parts.visits.note({ personId: me._id, session });
      return { me, apiToken: null };
    }),
  );
  app.use("/api/*", limitWriting);
  app.use("/api/*", limitBody);
  app.route("/api", routes);
  app.route("/api", contractRoutes(routes.routes));
  app.use("/api/*", () => {
    throw notFound("This address");
  });
  app.route("/", clientPages(LANGUAGES));
  return app;
}

type ContentSecurityPolicy = NonNullable<
  Parameters<typeof secureHeaders>[0]
>["contentSecurityPolicy"];

/** The app uses the clipboard, the whole screen and the screen's wake lock, and nothing else. */
const permissionsPolicy = {
  clipboardWrite: ["self"],
  fullscreen: ["self"],
  screenWakeLock: ["self"],
  ...Object.fromEntries(
    [
      "accelerometer",
      "bluetooth",
      "camera",
      "displayCapture",
      "geolocation",
      "gyroscope",
      "hid",
      "magnetometer",
      "microphone",
      "midi",
      "payment",
      "serial",
      "usb",
    ].map((name) => [name, []]),
  ),
};

const pageHeaders = secureHeaders({
  permissionsPolicy,
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
/** A page has many such files. Headers that only pages need would be a tenth of each reply. */
const partHeaders = partHeadersWith({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] });
/** A worker has its own script's policy, so only workers may compile WebAssembly. */
const workerHeaders = partHeadersWith({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  connectSrc: ["'self'"],
  frameAncestors: ["'none'"],
});
/** In this worker programs of Python run: no file and no network, and no code made of a text. */
const interpreterHeaders = partHeadersWith({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  frameAncestors: ["'none'"],
});
/** The service worker also loads the icon of its notifications. */
const serviceWorkerHeaders = partHeadersWith({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'"],
  frameAncestors: ["'none'"],
});
const SERVICE_WORKER = /^\/assets\/service-worker-[\w-]+\.js$/;
const PART = /^\/(assets\/|cpp\/|python\/|early\.js$|api\/(?!docs))/;
const INTERPRETER = /^\/assets\/interpreter-worker-[\w-]+\.js$/;
const WORKER = /^\/assets\/[\w-]*worker-[\w-]+\.js$/;
const headers: MiddlewareHandler = (c, next) => {
  const { path } = c.req;
  if (SERVICE_WORKER.test(path)) {
    c.header("service-worker-allowed", "/");
    return serviceWorkerHeaders(c, next);
  }
  if (INTERPRETER.test(path)) return interpreterHeaders(c, next);
  if (WORKER.test(path)) return workerHeaders(c, next);
  return (PART.test(path) ? partHeaders : pageHeaders)(c, next);
};

function partHeadersWith(policy: ContentSecurityPolicy): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: policy,
    // An uploaded file sets a stricter policy itself.
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
}

function answerFailure(error: Error, c: Context<App>): Response {
  const refusal = asRefusal(error);
  // The operator has to know of a busy database, and of a file store that is away.
  if (refusal === null || isBusy(error) || error instanceof StoreError) {
    c.var.parts?.log.error({ error, request: c.var.requestId, route: routePath(c) }, "failed");
  }
  if (refusal === null) {
    return c.json({ msg: "Something went wrong on our side.", code: "internal" }, 500);
  }
  c.set("refused", refusal.code);
  const { retryAfter } = refusal.details;
  if (retryAfter !== undefined) c.header("retry-after", String(retryAfter));
  return c.json(refusal.body(), refusal.status);
}

function asRefusal(error: Error): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreError) {
    const msg = "Files cannot be stored or read for a moment. Please try again.";
    return new Refusal(503, "unavailable", msg, { retryAfter: 5 });
  }
  return asUnavailable(error);
}
