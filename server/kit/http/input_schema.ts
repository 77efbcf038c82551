/** The JSON Schema of an input: everything that its check refuses and that a JSON Schema can say. */
import * as z from "zod";
import { formMost, type FormRules } from "../files/multipart.ts";
import type { Fragment, Target } from "./openapi_part.ts";

export type Json = Record<string, unknown>;

const JSON_TYPE = "application/json";
const FORM_TYPE = "multipart/form-data";
const FILE = { type: "string", contentMediaType: "application/octet-stream" };

/** The parameters or body that a check adds to its route. @param rules of its form */
export function inputFragment(target: Target, schema: z.ZodType, rules: FormRules): Fragment {
  const shape = inputShape(schema);
  if (target === "query" || target === "param") {
    const parameters = Object.entries(propertiesOf(shape)).map(([name, property]) => ({
      name,
      in: target === "param" ? "path" : "query",
      required: target === "param" || isRequired(shape, name),
      schema: property,
    }));
    return { parameters };
  }
  const required = Array.isArray(shape.required);
  if (target === "json") {
    return { requestBody: { required, content: { [JSON_TYPE]: { schema: shape } } } };
  }
  const description = atMost(formMost(rules));
  const content = { [FORM_TYPE]: { schema: withFiles(shape, rules.files) } };
  return { requestBody: { description, required, content } };
}

export const atMost = (bytes: number): string => `At most ${Math.floor(bytes / 1024)} KB.`;

/** The shape of the values that a check accepts, before it transforms them. */
export function inputShape(schema: z.ZodType): Json {
  const { $schema: _, $id: __, ...shape } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => sharpen(zodSchema, jsonSchema as Json),
  }) as Json;
  return shape;
}

export const propertiesOf = (shape: Json): Record<string, Json> =>
  (shape.properties ?? {}) as Record<string, Json>;

const isRequired = (shape: Json, name: string): boolean =>
  Array.isArray(shape.required) && shape.required.includes(name);

/** Adds the files that a form takes. A field without a shape of its own is a file too. */
function withFiles(shape: Json, files: Record<string, number>): Json {
  const fields = Object.entries(propertiesOf(shape)).map(([name, property]) => [
    name,
    Object.keys(property).length === 0 ? FILE : property,
  ]);
  const others = Object.entries(files).filter(([name]) => !(name in propertiesOf(shape))).map(
    ([name, most]) => [
      name,
      most === 1 ? FILE : { anyOf: [FILE, { type: "array", items: FILE, maxItems: most }] },
    ],
  );
  return { ...shape, properties: Object.fromEntries([...fields, ...others]) };
}

/** Corrects Zod: it tells lengths before trimming, and of a pipe only the first schema. */
function sharpen(schema: z.core.$ZodType, shape: Json): void {
  if (shape.type !== "string") return;
  const isTrimmed = trims(schema);
  if (schema instanceof z.ZodPipe && isText(schema.def.in) && isText(schema.def.out)) {
    const { format: _, ...end } = inputShape(schema.def.out as z.ZodType);
    Object.assign(shape, end);
  }
  if (isTrimmed) allowPadding(shape);
}

const isText = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodPipe
    ? isText(schema.def.in) && isText(schema.def.out)
    : schema._zod.def.type === "string";

function trims(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodPipe) return trims(schema.def.in);
  return (schema._zod.def.checks ?? []).some(({ _zod: { def } }) =>
    "tx" in def && typeof def.tx === "function" && def.tx(" ") === ""
  );
}

/** Allows white space around a trimmed string; white space alone does not count as content. */
function allowPadding(shape: Json): void {
  const { pattern, minLength } = shape as { pattern?: string; minLength?: number };
  if (pattern?.includes("\\s*")) return;
  const begin = minLength ? "^(?=\\s*\\S)" : "^";
  if (pattern?.startsWith("^") && pattern.endsWith("$")) {
    shape.pattern = `${begin}\\s*(?:${pattern.slice(1, -1)})\\s*$`;
  } else if (pattern === undefined && minLength) shape.pattern = begin;
}
