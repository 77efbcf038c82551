/** The demo class. */
import type { Parts } from "../server/kit/parts.ts";

export const DEMO_PASSWORD = "Demo@1234";
export const DEMO_ACCOUNTS = [
  "admin@demo.test",
  "mentor@demo.test",
  "mentor2@demo.test",
  "volunteer@demo.test",
  "student@demo.test",
  "student2@demo.test",
];

export function fillEmpty(_parts: Parts): Promise<boolean> {
  return Promise.resolve(false);
}
