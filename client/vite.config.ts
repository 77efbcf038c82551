/** How the client is built, and served while it is being written. */
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const server = Deno.env.get("SERVER_URL") ?? "http://127.0.0.1:8000";

/**
 * daisyui's rules for a control in a label of the control's class, and for a toggle with icons. We
 * have neither, and with them each key that is typed anywhere restyles the whole page.
 */
const COSTLY =
  /:has\(\s*>\s*(?:input|select|textarea)\[disabled\]\)|(?<=\.toggle):has\(:checked\)/g;
const lean = {
  postcssPlugin: "lean",
  Rule(rule: { selector: string }): void {
    if (rule.selector.search(COSTLY) >= 0) {
      rule.selector = rule.selector.replaceAll(COSTLY, ":not(*)");
    }
  },
};

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react(), tailwindcss()],
  css: { postcss: { plugins: [lean] } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The page's security policy has no room for a `data:` font or script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What several screens share travels together, instead of in forty files of a few lines.
        codeSplitting: {
          groups: [
            { name: "react", test: /[\\/](react|react-dom|scheduler|wouter|jotai|regexparam)@/ },
            { name: "zod", test: /[\\/]zod@/ },
            { name: "icons", test: /[\\/]lucide-react@/, minShareCount: 4 },
            // The pager checks an address, with zod: only lists need that.
            { name: "kit", test: /client[\\/]kit[\\/](?!pager)/, minShareCount: 4 },
            { name: "state", test: /client[\\/]\w+[\\/]state\.ts/ },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    fs: { allow: [".."] },
    proxy: {
      "/api": server,
      "/socket.io": { target: server, ws: true },
    },
  },
});
