/** Who may register, who may use a password, and who changes these rules. Both sides use it. */
import type { Actor, Role } from "../kit/core/roles.ts";
import type { Admission } from "./schema.ts";

export const can = {
  edit: (me: Actor | null): boolean => me?.role === "admin",
};

type Rule = Pick<Admission, "rule" | "domains">;

/** Whether the rule lets an address register without an invitation. `*.school.edu` means subdomains of school.edu only. */
export function admits({ rule, domains }: Rule, email: string): boolean {
  if (rule !== "domains") return rule === "open";
  const own = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.some((domain) =>
    domain.startsWith("*.") ? own.endsWith(domain.slice(1)) : own === domain
  );
}

/** The rule in one sentence; empty if everyone may register. */
export function ruleSentence({ rule, domains }: Rule): string {
  if (rule === "open") return "";
  if (rule === "invited") return "Only invited people can register.";
  const last = domains.at(-1) ?? "";
  const names = domains.length < 2 ? last : `${domains.slice(0, -1).join(", ")} or ${last}`;
  return `Only addresses of ${names} can register.`;
}

/** Says who signs in only with the school's account. @param roles at least one */
export function schoolOnlySentence(roles: readonly Role[], school: string): string {
  const names = new Intl.ListFormat("en", { type: "conjunction" }).format(
    roles.map((role) => `${role}s`),
  );
  return `${names.charAt(0).toUpperCase()}${
    names.slice(1)
  } sign in with ${school}, not with a password.`;
}

/** What others than admins see: no domains that do not count now. */
export const publicAdmission = (admission: Admission, me: Actor | null): Admission =>
  admission.rule === "domains" || can.edit(me) ? admission : { ...admission, domains: [] };
