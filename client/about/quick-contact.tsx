/** The addresses and the phone line that a visitor may use. */
import { LifeBuoy, Mail, Phone } from "lucide-react";
import { useAtomValue } from "jotai";
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
          <div key={name} className="flex items-center gap-4">
            <Icon aria-hidden className="size-6 shrink-0 text-primary" />
            <div className="min-w-0">
              <dt className="text-sm text-muted">{label}</dt>
              <dd>
                <a
                  href={scheme + (scheme === "tel:" ? value.replaceAll(/[^\d+]/g, "") : value)}
                  className="link-plain break-all"
                >
                  {value}
                </a>
              </dd>
            </div>
          </div>
        );
      })}
    </dl>
  );
}
