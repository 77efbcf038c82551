/** The theme: the system's or a chosen one. `public/early.js` sets it before the first paint. */
import Monitor from "../ui/icon.tsx?monitor";
import Moon from "../ui/icon.tsx?moon";
import Sun from "../ui/icon.tsx?sun";
import { attempt, removeStored } from "../net/storage.ts";

const KEY = "theme";
const choices = [
  { theme: null, name: "System theme", Icon: Monitor },
  { theme: "doubtless", name: "Light theme", Icon: Sun },
  { theme: "doubtless-dark", name: "Dark theme", Icon: Moon },
] as const;

function applyTheme(theme: string | null): void {
  // If the storage is blocked, the choice holds for this visit. `early.js` reads it as plain text.
  if (theme === null) removeStored(KEY);
  else attempt(() => localStorage.setItem(KEY, theme), undefined);
  if (theme === null) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function ThemeEntries() {
  const shown = document.documentElement.dataset.theme ?? null;
  return choices.map(({ theme, name, Icon }) => (
    <li key={name}>
      <button
        type="button"
        className="py-2"
        aria-pressed={theme === shown}
        onClick={() => applyTheme(theme)}
      >
        <Icon aria-hidden className="size-4" />
        <span className={theme === shown ? "font-bold" : ""}>{name}</span>
      </button>
    </li>
  ));
}
