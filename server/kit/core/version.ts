/** The version of Doubtless, which deno.json alone names. */
import config from "../../../deno.json" with { type: "json" };

export const VERSION: string = config.version;
