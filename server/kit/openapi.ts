/** The OpenAPI document, read off the mounted routes: their guards, their checks, and what is said of each. */
import type { RouterRoute } from "hono/types";
import * as z from "zod";
import type { Call } from "./calls.ts";
import {
  type Enforced,
  HEADERS,
  isKeyed,
  refusals,
  refusalsOf,
  REPLY_HEADERS,
} from "./failures.ts";
import { IMAGE_TYPES } from "./pictures.ts";
import { jsonMost } from "./body.ts";
import { inputShape, type Json, propertiesOf } from "./inputs.ts";
import { noteOf } from "./notes.ts";
import { failure } from "./schema.ts";

type Mounted = Pick<RouterRoute, "method" | "path" | "handler">;

/** Every mounted call by its name, like "GET /doubts/:id", with what its handlers enforce. */
export function enforcedBy(mounted: readonly Mounted[]): Map<string, Enforced> {
  const found = new Map<string, Enforced>();
  for (const { method, path, handler } of mounted) {
    if (method === "ALL") continue;
    const key = `${method} ${path}`;
    const enforced = found.get(key) ?? {};
    const note = noteOf(handler);
    if (note && "roles" in note) enforced.roles = note.roles;
    else if (note && "isLimited" in note) enforced.isLimited = true;
    else if (note) {
      enforced[note.target] = note.schema;
      if (note.most !== undefined) enforced.most = note.most;
    }
    found.set(key, enforced);
  }
  return found;
}

type Contract = {
  mounted: readonly Mounted[];
  calls: Record<string, Call>;
  events: Record<string, z.ZodType>;
  /** Features' schema modules by name: what they export is published under that name. */
  modules: Record<string, object>;
};

export function openapiOf({ mounted, calls, events, modules }: Contract): Json {
  const shapes = new Shapes(modules);
  const failures: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  for (const [key, enforced] of enforcedBy(mounted)) {
    const call = calls[key];
    if (!call) continue;
    const [method = "", path = ""] = key.split(" ");
    const address = path.replace(/:(\w+)/g, "{$1}");
    paths[address] ??= {};
    paths[address][method.toLowerCase()] = operation({
      method,
      path,
      call,
      enforced,
      shapes,
      failures,
    });
  }
  const told = Object.fromEntries(
    Object.entries(events).map(([name, schema]) => [name, { data: shapes.of(schema, name) }]),
  );
  const schemas = shapes.published();
  return {
    openapi: "3.1.0",
    info: {
      title: "Doubtless",
      version: "1",
      description: "Every call of the class's server. Errors are `{msg, code, errors?}`, with " +
        "further members where a call says so. " +
        "A write may send the `version` it was based on. " +
        "A write may carry an `Idempotency-Key`, a UUID: with the same key it is done once. " +
        "An event's data has at most 256 KB: what would be longer comes with `omitted: true`, its " +
        "long texts empty and its long lists without items, and is fetched by who shows it.",
    },
    servers: [{ url: "/api" }],
    paths,
    components: {
      schemas: { ...schemas, ...failures },
      headers: HEADERS,
      securitySchemes: { token: { type: "apiKey", in: "header", name: "x-auth-token" } },
    },
    "x-events": told,
  };
}

type Operation = {
  method: string;
  path: string;
  call: Call;
  enforced: Enforced;
  shapes: Shapes;
  failures: Record<string, Json>;
};

function operation(
  { method, path, call, enforced, shapes, failures }: Operation,
): Json {
  const { roles, json, form, query } = enforced;
  const operationId = nameOf(`${method.toLowerCase()}${path}`);
  const parameters = [
    ...Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string", ...(enforced.param && { format: "uuid" }) },
    })),
    ...(query ? queryParameters(inputShape(query)) : []),
    ...(isKeyed(method, enforced)
      ? [{
        name: "Idempotency-Key",
        in: "header",
        required: false,
        schema: { type: "string", format: "uuid" },
      }]
      : []),
  ];
  const body = json ?? form;
  const most = enforced.most ?? jsonMost(path, roles !== undefined);
  return {
    operationId,
    tags: [path.split("/")[1]],
    summary: call.what,
    ...(roles && { "x-roles": roles }),
    security: roles ? [{ token: [] }] : [{}, { token: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        description: `At most ${Math.floor(most / 1024)} KB.`,
        required: Array.isArray(inputShape(body).required),
        content: json
          ? { "application/json": { schema: inputShape(json) } }
          : { "multipart/form-data": { schema: withFiles(inputShape(body), call.files) } },
      },
    }),
    responses: {
      ...replies(call, { shapes, operationId }),
      ...refusals(refusalsOf(`${method} ${path}`, call, enforced), call, {
        shapeOf: (schema, name) => shapes.of(schema, `${operationId}${capital(name)}`),
        kept: failures,
      }),
    },
  };
}

function replies(
  { replies }: Call,
  { shapes, operationId }: { shapes: Shapes; operationId: string },
): Json {
  return Object.fromEntries(
    Object.entries(replies).map(([status, schema]) => [status, {
      description: status === "201" ? "Made." : "Done.",
      headers: REPLY_HEADERS,
      content: schema instanceof z.ZodFile
        ? Object.fromEntries(FILE_TYPES.map((type) => [type, { schema: {} }]))
        : { "application/json": { schema: shapes.of(schema, `${operationId}Reply`) } },
    }]),
  );
}

const isRequired = (shape: Json, name: string): boolean =>
  Array.isArray(shape.required) && shape.required.includes(name);

function queryParameters(shape: Json): Json[] {
  return Object.entries(propertiesOf(shape)).map(([name, schema]) => ({
    name,
    in: "query",
    required: isRequired(shape, name),
    schema,
  }));
}

/** What a file is sent as. */
const FILE_TYPES = [...IMAGE_TYPES, "application/octet-stream"];
const FILE = { type: "string", contentMediaType: "application/octet-stream" };

/** The form with the files that travel in it; a field that has no shape is a file as well. */
function withFiles(shape: Json, files: Call["files"] = {}): Json {
  const fields = Object.entries(propertiesOf(shape)).map(([name, schema]) => [
    name,
    Object.keys(schema).length === 0 ? FILE : schema,
  ]);
  const more = Object.entries(files).map(([name, { says: description, most }]) => [
    name,
    most === 1
      ? { ...FILE, description }
      : { description, anyOf: [FILE, { type: "array", items: FILE, maxItems: most }] },
  ]);
  return { ...shape, properties: Object.fromEntries([...fields, ...more]) };
}

/** "get/doubts/:id" as getDoubtsId, "doubt.opened" as doubtOpened. */
const nameOf = (text: string): string =>
  text.replace(/[^A-Za-z0-9]+(\w)?/g, (_, letter = "") => letter.toUpperCase());

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const refTo = (id: string) => `#/components/schemas/${id}`;

function bare({ $schema: _, $id: __, ...shape }: Json): Json {
  return shape;
}

/** The replies' shapes: each named schema is a component, and those that hold it refer to it. */
class Shapes {
  private readonly registry = z.registry<{ id: string }>();
  private readonly ids = new Map<unknown, string>();
  private readonly wanted = new Set<string>();

  constructor(modules: Record<string, object>) {
    this.name(failure, "Failure");
    this.wanted.add("Failure");
    for (const [feature, module] of Object.entries(modules)) {
      for (const [name, schema] of Object.entries(module)) {
        if (schema instanceof z.ZodType && !this.ids.has(schema)) {
          const isTaken = [...this.ids.values()].includes(capital(name));
          this.name(schema, isTaken ? capital(feature) + capital(name) : capital(name));
        }
      }
    }
  }

  private name(schema: z.ZodType, id: string): void {
    this.ids.set(schema, id);
    this.registry.add(schema, { id });
  }

  /** @param fallback names a schema that has no name of its own */
  of(schema: z.ZodType, fallback: string): Json {
    const id = this.ids.get(schema);
    if (id !== undefined) {
      this.wanted.add(id);
      return { $ref: refTo(id) };
    }
    if (schema instanceof z.ZodArray) {
      return { type: "array", items: this.of(schema.element as z.ZodType, fallback) };
    }
    if (schema instanceof z.ZodNullable) {
      return { anyOf: [this.of(schema.unwrap() as z.ZodType, fallback), { type: "null" }] };
    }
    if (schema instanceof z.ZodUnion) {
      const options = schema.options as z.ZodType[];
      return { anyOf: options.map((option, at) => this.of(option, `${fallback}${at + 1}`)) };
    }
    this.name(schema, capital(nameOf(fallback)));
    return this.of(schema, fallback);
  }

  /** The components that somebody refers to. */
  published(): Record<string, Json> {
    const { schemas } = z.toJSONSchema(this.registry, {
      io: "output",
      unrepresentable: "any",
      uri: refTo,
    });
    const published: Record<string, Json> = {};
    const queue = [...this.wanted];
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      if (id in published) continue;
      const shape = bare(schemas[id] as Json);
      published[id] = shape;
      for (const [, next] of JSON.stringify(shape).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
        if (next !== undefined) queue.push(next);
      }
    }
    return published;
  }
}
