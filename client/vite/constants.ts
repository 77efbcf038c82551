/** Brings a schema's constants into the client without zod. */
import type { Plugin } from "vite";

const CONSTANTS = "?constants";

/**
 * Imports a schema's constants (their names are IN_CAPITALS) without the schemas beside them, and
 * so without zod. Only a form needs zod, and only when the user types in it.
 */
export const constants: Plugin = {
  name: "constants",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: [/[\\/](client[\\/].+|policy)\.tsx?$/, /[\\/]schema\.ts\?constants$/] },
    handler(code, id) {
      if (!id.endsWith(CONSTANTS)) return code.replace(SCHEMA_IMPORT, splitImport);
      const rest = this.parse(code, { lang: "ts" }).body.flatMap((statement) => {
        const inner = statement.type === "ExportNamedDeclaration"
          ? statement.declaration
          : statement;
        if (inner?.type !== "VariableDeclaration") return [];
        return inner.declarations.flatMap(({ id, init }) =>
          init && id.type === "Identifier" && !CONSTANT.test(id.name) ? [init] : []
        );
      });
      // Unused values are removed by tree shaking: here these are all schemas.
      const lazy = rest.reduceRight((text, { start, end }) => {
        const schema = text.slice(start, end);
        return `${text.slice(0, start)}/* @__PURE__ */ (() => (${schema}))()${text.slice(end)}`;
      }, code);
      return {
        code: lazy.replaceAll('/schema.ts"', `/schema.ts${CONSTANTS}"`),
        moduleSideEffects: false,
      };
    },
  },
};

const CONSTANT = /^[A-Z][A-Z\d_]*$/;
const SCHEMA_IMPORT = /^import \{([^}]+)\} from "([^"]+\/schema\.ts)";/gm;

function splitImport(whole: string, names: string, from: string): string {
  const taken = names.split(",").map((name) => name.trim()).filter(Boolean);
  const plain = taken.filter((name) => CONSTANT.test(name));
  const others = taken.filter((name) => !CONSTANT.test(name));
  if (plain.length === 0) return whole;
  const constants = `import { ${plain.join(", ")} } from "${from}${CONSTANTS}";`;
  return others.length === 0
    ? constants
    : `import { ${others.join(", ")} } from "${from}"; ${constants}`;
}
