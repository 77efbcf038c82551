/**
 * The theme: the system's, or the one the person has chosen. `public/early.js` sets it before the
 * first paint.
 */
import Monitor from "../ui/icon.tsx?monitor";
import Moon from "../ui/icon.tsx?moon";
import Sun from "../ui/icon.tsx?sun";
import { useState } from "react";
import { attempt, removeStored } from "../net/storage.ts";

const KEY = "theme";
const choices = [
  { theme: null, name: "System theme", Icon: Monitor },
  { theme: "doubtless", name: "Light theme", Icon: Sun },
  { theme: "doubtless-dark", name: "Dark theme", Icon: Moon },
] as const;

function readTheme(): string | null {
  return document.documentElement.dataset.theme ?? null;
}

function applyTheme(theme: string | null): void {
  // If the storage is blocked, the choice holds for this visit. `early.js` reads it as plain text.
  if (theme === null) removeStored(KEY);
  else attempt(() => localStorage.setItem(KEY, theme), undefined);
  if (theme === null) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function ThemeButton() {
  const [theme, setTheme] = useState(readTheme);
  const at = Math.max(0, choices.findIndex((choice) => choice.theme === theme));
  const { name, Icon } = choices[at] ?? choices[0];
  const next = choices[(at + 1) % choices.length] ?? choices[0];
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square"
      aria-label={`${name}: change to ${next.name.toLowerCase()}`}
      title={name}
      onClick={() => {
        applyTheme(next.theme);
        setTheme(next.theme);
      }}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
