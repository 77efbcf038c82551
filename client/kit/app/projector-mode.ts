/** Whether the app is shown on a person's own screen or on the classroom's projector. */

/**
 * The projector is at `/home?display=projector`. It does not begin the session that is stored in that
 * browser: if it is a session of staff, it reads the running class session's wall with it.
 */
export const isProjector = (path: string, query: string): boolean =>
  (path === "/" || path === "/home") && new URLSearchParams(query).get("display") === "projector";
