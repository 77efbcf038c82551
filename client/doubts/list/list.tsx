/** The list of doubts. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { Export } from "../../exports/export.tsx";
import { isStaff } from "../../../server/kit/core/roles.ts";
import { Page } from "../../kit/ui/page.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { useIsList, ViewSwitch } from "../../kit/app/view-switch.tsx";
import DoubtCards from "./cards.tsx";

export default function Doubts() {
  const me = useAtomValue(meAtom);
  const isList = useIsList("doubts", isStaff(me));
  if (me === null) return <Page title="Doubts">Please log in to view doubts.</Page>;
  return (
    <Page
      title="Doubts"
      aside={isStaff(me)
        ? (
          <div className="flex flex-wrap items-center gap-2">
            <Export lists={{ doubts: "Doubts" }} />
            <ViewSwitch of="doubts" path="/doubts" current="list" />
          </div>
        )
        : <HowToRaise />}
    >
      {isList && <DoubtCards />}
    </Page>
  );
}

function HowToRaise() {
  return (
    <p className="text-muted">
      To raise a doubt, open <Link href="/assignments" className="link-plain">the assignment</Link>
      {" "}
      it is about.
    </p>
  );
}
