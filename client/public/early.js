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
