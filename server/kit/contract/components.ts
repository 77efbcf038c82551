/** The names of the published schemas, and their shapes as OpenAPI components. */
import { resolver } from "hono-openapi";
import * as z from "zod";
import { failure, messageReply } from "../core/schema.ts";

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const names = z.registry<{ id: string }>();
const taken = new Set<string>();

/** Publishes exported schemas under their names, the second of a name with the feature's. */
export function nameSchemas(feature: string, module: object): void {
  for (const [name, schema] of Object.entries(module)) {
    if (!(schema instanceof z.ZodType) || names.has(schema)) continue;
    const id = taken.has(capital(name)) ? capital(feature) + capital(name) : capital(name);
    names.add(schema, { id });
    taken.add(id);
  }
}

nameSchemas("kit", { failure, messageReply });

/** For hono-openapi: the schema's shape, in which named schemas are references to components. */
export function componentOf(schema: z.ZodType) {
  const component = resolver(schema, { options: OPTIONS });
  // Many calls reply with the same schema.
  const toOpenAPISchema = () => {
    const shape = shapes.get(schema) ?? component.toOpenAPISchema();
    shapes.set(schema, shape);
    return shape;
  };
  return { ...component, toOpenAPISchema };
}

const shapes = new WeakMap<z.ZodType, ReturnType<ReturnType<typeof resolver>["toOpenAPISchema"]>>();

const OPTIONS = {
  io: "output",
  unrepresentable: "any",
  metadata: names,
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.ZodType; jsonSchema: object }) => {
    Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
  },
};
