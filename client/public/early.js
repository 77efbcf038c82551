// Runs before everything else. A file of its own, because the page's security policy allows no
// inline script.

// Zod compiles its parsers where it may. The policy forbids that, and reports even the attempt.
globalThis.__zod_globalConfig = { jitless: true };

// The wall of a classroom shows no header, not even for a moment.
if (/[?&]display=projector/.test(location.search)) {
  document.documentElement.dataset.display = "projector";
}

// Before the first paint, so that a chosen theme does not flash.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "doubtless" || theme === "doubtless-dark") {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // Storage is blocked: the system's theme it is.
}

// What is around the page is of the same theme: a phone's bar, an installed app's frame.
{
  const root = document.documentElement;
  const tints = [...document.querySelectorAll("meta[name=theme-color]")];
  const usual = tints.map(({ media }) => media);
  const tint = () => {
    const { theme } = root.dataset;
    for (const [place, meta] of tints.entries()) {
      const isDark = usual[place].includes("dark");
      const isChosen = isDark === (theme === "doubtless-dark");
      meta.media = theme === undefined ? usual[place] : isChosen ? "all" : "not all";
    }
  };
  tint();
  new MutationObserver(tint).observe(root, { attributeFilter: ["data-theme"] });
}
