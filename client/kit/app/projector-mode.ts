/** Whether the app is shown on a person's own screen or on the classroom's projector. */

/** The projector is at `/home?display=projector`. It ignores a session stored in that browser. */
export const isProjector = (path: string, query: string): boolean =>
  (path === "/" || path === "/home") && new URLSearchParams(query).get("display") === "projector";
