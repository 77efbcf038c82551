// Runs before the first paint, so that a chosen theme does not flash. A file of its own, because
// the page's security policy allows no inline script.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "doubtless" || theme === "doubtless-dark") {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // Storage is blocked: the system's theme it is.
}
