/** The messages on a screen of their own. */
import { SquarePen } from "lucide-react";
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { isStaff } from "../../server/kit/roles.ts";
import { Page } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { Messages } from "./messages.tsx";

export default function MessageList() {
  const staff = isStaff(useAtomValue(meAtom));
  return (
    <Page
      title="Messages"
      aside={
        <Link
          href={`${staff ? "/mentor" : "/dashboard"}?panel=message`}
          className="btn btn-primary"
        >
          <SquarePen aria-hidden className="size-4" />
          {staff ? "Create Message" : "Send Message"}
        </Link>
      }
    >
      <h2 className="sr-only">All messages</h2>
      <Messages />
    </Page>
  );
}
