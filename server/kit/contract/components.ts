/** The names of the published schemas, and their shapes as OpenAPI components. */
import { resolver } from "hono-openapi";
import * as z from "zod";
import { failure, messageReply } from "../core/schema.ts";

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const names = z.registry<{ id: string }>();
const taken = new Set<string>();

function publish(schema: unknown, name: string, feature: string): void {
  if (!(schema instanceof z.ZodType) || names.has(schema)) return;
  const id = taken.has(capital(name)) ? capital(feature) + capital(name) : capital(name);
  names.add(schema, { id });
  taken.add(id);
}

/** Publishes what the features export, the second schema of a name with its folder's name. */
async function publishFeatures(folder: URL, feature: string): Promise<void> {
  const entries = [...Deno.readDirSync(folder)].sort((one, two) => one.name < two.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    const at = new URL(isDirectory ? `${name}/` : name, folder);
    if (isDirectory && name !== "kit") await publishFeatures(at, name);
    if (name !== "schema.ts") continue;
    const exported: object = await import(at.href);
    for (const [key, schema] of Object.entries(exported)) publish(schema, key, feature);
  }
}

let publishing: Promise<void> | undefined;

/** Call this before the first shape is asked for. */
export function nameSchemas(): Promise<void> {
  return publishing ??= publishFeatures(new URL("../../", import.meta.url), "");
}

for (const [name, schema] of Object.entries({ failure, messageReply })) {
  publish(schema, name, "kit");
}

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
