/** Whether this tab still runs the build that the server has. */

const script = (page: Document): string =>
  [...page.querySelectorAll('script[type="module"][src]')].map((one) => one.getAttribute("src"))
    .join();

/** What the server would start now; undefined when it cannot be reached. */
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

/** Loads the page again, but only when there is one: a browser's own error page stays for ever. */
export async function reloadIfServed(): Promise<boolean> {
  const isServed = await served() !== undefined;
  if (isServed) location.reload();
  return isServed;
}
