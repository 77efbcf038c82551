/** The email addresses and the phone number for visitors. */
import { useAtomValue } from "jotai";
import LifeBuoy from "../kit/ui/icon.tsx?life-buoy";
import Mail from "../kit/ui/icon.tsx?mail";
import Phone from "../kit/ui/icon.tsx?phone";
import { contactAtom } from "./state.ts";

const ways = [
  { name: "email", label: "General", Icon: Mail, scheme: "mailto:" },
  { name: "support", label: "Support", Icon: LifeBuoy, scheme: "mailto:" },
  { name: "phone", label: "Phone", Icon: Phone, scheme: "tel:" },
] as const;

export function QuickContact() {
  const contact = useAtomValue(contactAtom);
  if (contact === null) return <div className="skeleton h-44 rounded-box" />;
  return (
    <dl className="space-y-4">
      {ways.map(({ name, label, Icon, scheme }) => {
        const value = contact[name];
        return value !== null && (
          <div key={name} className="relative pl-10">
            <dt className="text-sm text-muted">
              <Icon aria-hidden className="absolute inset-y-0 left-0 my-auto size-6 text-primary" />
              {label}
            </dt>
            <dd>
              <a
                href={scheme + (scheme === "tel:" ? value.replaceAll(/[^\d+]/g, "") : value)}
                className="link-plain break-all"
              >
                {value}
              </a>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
