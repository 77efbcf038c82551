/** hono-openapi collects the document from the routes; this adds what all calls share. */
import type { Hono } from "hono";
import type { RouterRoute } from "hono/types";
import { generateSpecs } from "hono-openapi";
import type * as z from "zod";
import { failure } from "../core/schema.ts";
import { jsonMost } from "../http/body.ts";
import { atMost, type Json, propertiesOf } from "../http/input_schema.ts";
import { capital, componentOf, nameSchemas } from "./components.ts";
import { HEADERS } from "./headers.ts";
import { type Operation, refusalsOf, takesKey } from "./refusals.ts";

export type Document = {
  info: Json;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
} & Json;

const DESCRIPTION = "Every call of the class's server. Errors are `{msg, code, errors?}`, with " +
  "further members where a call says so. " +
  "A write may send the `version` it was based on. " +
  "A signed-in person's client sends its token as `x-auth-token`. A program sends an API token, which " +
  "a person makes in their profile, as `Authorization: Bearer doubtless_…`: it does what its person " +
  "may do now, or only reads, and ends with whatever ends all of the person's sessions. With it, " +
  'nobody opens sockets, or makes the calls that say "Not with an API token". ' +
  "A write may carry an `Idempotency-Key`, a UUID: with the same key it is done once. " +
  "An event's data has at most 256 KB. Longer data come with `omitted: true`: their long texts " +
  "and long lists are empty, and a client that shows them fetches them.";

/** @param events event name → the schema of its data */
export async function openapiOf(
  routes: readonly RouterRoute[],
  events: Record<string, z.ZodType>,
): Promise<Document> {
  await nameSchemas();
  // generateSpecs reads only the routes.
  const document = await generateSpecs({ routes } as Hono, {
    defaultValidationErrorResponse: false,
    excludeStaticFile: false,
    documentation: {
      info: { title: "Doubtless", version: "1", description: DESCRIPTION },
      servers: [{ url: "/api" }],
      components: {
        headers: HEADERS,
        securitySchemes: {
          token: { type: "apiKey", in: "header", name: "x-auth-token" },
          apiToken: { type: "http", scheme: "bearer", bearerFormat: "doubtless_…" },
        },
      },
    },
  }) as unknown as Document;
  const schemas = document.components.schemas ??= {};
  const shapeOf = async (schema: z.ZodType): Promise<Json> => {
    const { schema: shape, components } = await componentOf(schema).toOpenAPISchema();
    Object.assign(schemas, components?.schemas);
    return shape as Json;
  };
  await shapeOf(failure);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation["x-call"] === undefined) delete methods[method];
      else {
        const refusals = await refusalsOf(method, operation, shapeOf);
        methods[method] = completed(method, path, operation, refusals);
      }
    }
    if (Object.keys(methods).length === 0) delete document.paths[path];
  }
  const pushed: Record<string, { data: Json }> = {};
  for (const [name, schema] of Object.entries(events)) {
    pushed[name] = { data: await shapeOf(schema) };
  }
  const description = `${DESCRIPTION}\n\n${tableOf(pushed)}`;
  return { ...document, info: { ...document.info, description }, "x-events": pushed };
}

/** The events in Markdown, since no OpenAPI reference page shows events. */
function tableOf(events: Record<string, { data: Json }>): string {
  const rows = Object.entries(events).map(([name, { data }]) => {
    const component = typeof data.$ref === "string" ? data.$ref.split("/").at(-1) : undefined;
    return `| \`${name}\` | ${component ?? Object.keys(propertiesOf(data)).join(", ")} |`;
  });
  return [
    "## Pushed events",
    "",
    "Pushed events come over socket.io, path `/socket.io`, handshake `auth: {token, since}`. Each " +
    "carries `seq` as well. The data is a schema below, or an object with these fields:",
    "",
    "| event | data |",
    "| --- | --- |",
    ...rows,
  ].join("\n");
}

/** The operation with the parts that follow from its method, path and guards. */
function completed(
  method: string,
  path: string,
  { "x-call": call, requestBody, ...operation }: Operation,
  refusals: Json,
): Operation {
  const roles = operation["x-roles"];
  const isInPerson = operation["x-in-person"];
  const schemes = [{ token: [] }, ...(isInPerson ? [] : [{ apiToken: [] }])];
  const parameters = [
    ...operation.parameters ?? [],
    ...(takesKey(method, operation) ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    ...operation,
    operationId: idOf(method, path),
    tags: [path.split("/")[1]],
    description: [
      roles ? `For ${roles.join(", ")}.` : "For everyone.",
      ...(isInPerson ? ["Not with an API token."] : []),
    ].join(" "),
    security: roles ? schemes : [{}, ...schemes],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && {
      requestBody: {
        description: atMost(jsonMost(path, roles !== undefined)),
        ...requestBody,
        content: withFileWords(requestBody.content, call?.files ?? {}),
      },
    }),
    responses: { ...operation.responses, ...refusals },
  };
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", format: "uuid" },
};

/** Turns "get", "/doubts/{id}" into "getDoubtsId". */
const idOf = (method: string, path: string): string =>
  method + path.split(/[^A-Za-z0-9]+/).map(capital).join("");

/** Describes each file field of a form with the files that it takes. */
function withFileWords(content: Record<string, { schema: Json }>, words: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => {
      const described = Object.entries(words).map(([name, description]) => [
        name,
        { description, ...propertiesOf(schema)[name] },
      ]);
      const properties = { ...propertiesOf(schema), ...Object.fromEntries(described) };
      return [type, { schema: { ...schema, properties } }];
    }),
  );
}
