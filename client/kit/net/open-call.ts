/** Calls that count for whoever has a link, whatever session this browser has. */
import { type Answer, failure, type Success, unreached } from "./api.ts";
import { clientOf } from "./http-client.ts";

export const openApi = clientOf("/api", () => ({}));

/** The data of a call without a session: it does not matter whose session the browser has meanwhile. */
export async function callOpenly<R extends Answer<unknown>>(
  request: Promise<R>,
): Promise<Success<R>> {
  const answer = await request.catch(() => {
    throw unreached();
  });
  if (!answer.ok) throw await failure(answer);
  return await answer.json() as Success<R>;
}
