/** The page at /api/docs: Swagger UI over the published contract. */
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";

type Reply = { url: string; ok: boolean; body?: { token?: string } };

/** Uses the token of a sign-in for the calls that follow. */
function useToken(reply: Reply): Reply {
  if (reply.ok && reply.url.endsWith("/auth/login") && reply.body?.token) {
    ui.preauthorizeApiKey("token", reply.body.token);
  }
  return reply;
}

type React = { createElement(type: unknown, props: object, child?: unknown): unknown };

/** Labels a request's body for screen readers. */
const labelled = (TextArea: unknown, { React }: { React: React }) => (props: object) =>
  React.createElement(TextArea, { "aria-label": "Body", ...props });

/** Wraps a part of the page in a landmark of this name. */
const inSection =
  (name: string) => (Part: unknown, { React }: { React: React }) => (props: object) =>
    React.createElement("section", { "aria-label": name }, React.createElement(Part, props));

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * Returns a part of the contract with every reference replaced. By default, Swagger UI prepares the
 * whole contract of OpenAPI 3.1 each time for each part that it shows, which takes seconds. Ours
 * refers only to its own components.
 */
function resolveSubtree(contract: Json, path: string[]): Promise<{ spec: Json; errors: never[] }> {
  const at = (names: string[]): Json =>
    names.reduce<Json>(
      (part, name) => (part as Record<string, Json> | null)?.[name] ?? null,
      contract,
    );
  const whole = (part: Json, within: string[]): Json => {
    if (Array.isArray(part)) return part.map((one) => whole(one, within));
    if (part === null || typeof part !== "object") return part;
    const { $ref } = part;
    if (typeof $ref === "string") {
      // A schema that contains itself stays a reference inside itself.
      if (within.includes($ref)) return part;
      return whole(at($ref.replace(/^#\//, "").split("/")), [...within, $ref]);
    }
    return Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, whole(value, within)]),
    );
  };
  return Promise.resolve({ spec: whole(at(path), []), errors: [] });
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const followTheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followTheme);
followTheme();

const ui = SwaggerUI({
  url: "/api/openapi.json",
  dom_id: "#docs",
  filter: true,
  // Swagger UI stops drawing after a few of more than 130 calls: each group is opened on demand.
  docExpansion: "none",
  // The schemas are below the calls, collapsed.
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // By default, Swagger UI asks a server of Swagger's to check the contract.
  validatorUrl: null,
  responseInterceptor: useToken,
  // The highlighting's colours are too faint to read.
  syntaxHighlight: { activated: false },
  plugins: [{
    fn: { resolveSubtree },
    // There is only this server, so a menu of servers has no use.
    components: { ServersContainer: () => null },
    wrapComponents: {
      TextArea: labelled,
      InfoContainer: inSection("About the contract"),
      FilterContainer: inSection("Filter"),
    },
  }],
});
