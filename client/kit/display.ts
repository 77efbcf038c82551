/** Where the app is shown: on somebody's own screen, or on the wall of a classroom. */

/** At `/home?display=projector`. There nobody is signed in, whoever else uses that computer. */
export const isProjector = (path: string, query: string): boolean =>
  (path === "/" || path === "/home") && new URLSearchParams(query).get("display") === "projector";
