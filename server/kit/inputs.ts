/** The shape of an input as it is published: all that its check refuses and a JSON Schema can say. */
import * as z from "zod";

export type Json = Record<string, unknown>;

/** What a check lets in, before it is changed on the way. */
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

/** Zod says of a text what is left once it is trimmed, and of a pipe where it begins. */
function sharpen(schema: z.core.$ZodType, shape: Json): void {
  if (shape.type !== "string") return;
  const isTrimmed = trims(schema);
  if (schema instanceof z.ZodPipe && isText(schema.def.in) && isText(schema.def.out)) {
    const { format: _, ...end } = inputShape(schema.def.out as z.ZodType);
    Object.assign(shape, end);
  }
  if (isTrimmed) pad(shape);
}

const isText = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodPipe
    ? isText(schema.def.in) && isText(schema.def.out)
    : schema._zod.def.type === "string";

/** Whether it drops the space around a text. */
function trims(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodPipe) return trims(schema.def.in);
  return (schema._zod.def.checks ?? []).some(({ _zod: { def } }) =>
    "tx" in def && typeof def.tx === "function" && def.tx(" ") === ""
  );
}

/** Lets in the space that is dropped; it is no content. */
function pad(shape: Json): void {
  const { pattern, minLength } = shape as { pattern?: string; minLength?: number };
  if (pattern?.includes("\\s*")) return;
  const begin = minLength ? "^(?=\\s*\\S)" : "^";
  if (pattern?.startsWith("^") && pattern.endsWith("$")) {
    shape.pattern = `${begin}\\s*(?:${pattern.slice(1, -1)})\\s*$`;
  } else if (pattern === undefined && minLength) shape.pattern = begin;
}
