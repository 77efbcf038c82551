// Runs before everything else. A file of its own, because the page's security policy allows no
// inline script.

// Zod compiles its parsers where it may. The policy forbids that, and reports even the attempt.
globalThis.__zod_globalConfig = { jitless: true };

// Before the first paint, so that a chosen theme does not flash.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "doubtless" || theme === "doubtless-dark") {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // Storage is blocked: the system's theme it is.
}
