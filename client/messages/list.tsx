/** The screen with the list of messages. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import SquarePen from "../kit/ui/icon.tsx?square-pen";
import { isStaff } from "../../server/kit/core/roles.ts";
import { Page } from "../kit/ui/page.tsx";
import { meAtom } from "../kit/net/session.ts";
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
