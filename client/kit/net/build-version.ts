/** Checks whether this tab still runs the build that the server serves. */

const script = (page: Document): string =>
  [...page.querySelectorAll('script[type="module"][src]')].map((one) => one.getAttribute("src"))
    .join();

/** Returns the scripts of the page as it is served now; undefined without a server. */
async function served(): Promise<string | undefined> {
  try {
    const answer = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) return undefined;
    return script(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    return undefined;
  }
}

export async function isOutdated(): Promise<boolean> {
  const now = await served();
  return now !== undefined && now !== script(document);
}

/** Reloads the page if the server can serve it: the browser's own error page never reloads. */
export async function reloadIfServed(): Promise<boolean> {
  const isServed = await served() !== undefined;
  if (isServed) location.reload();
  return isServed;
}
