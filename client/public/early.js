// Runs before all other scripts. It is a separate file because the page's security policy allows no
// inline script.

// Zod compiles its parsers if it can. The security policy forbids that, and even reports the
// attempt.
globalThis.__zod_globalConfig = { jitless: true };

// On the projector, the header must not appear even for a moment.
if (/[?&]display=projector/.test(location.search)) {
  document.documentElement.dataset.display = "projector";
}

// Set a chosen theme before the first paint, so that the other theme does not flash.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "doubtless" || theme === "doubtless-dark") {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // Storage is blocked: the system's theme is used.
}

// The browser's bar on a phone, and the frame of an installed app, have the colour of the theme.
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
