/** The About page: the story, its milestones, the mission, the team, and how to get in touch. */
import { useState } from "react";
import { useAtomValue } from "jotai";
import Pencil from "../kit/ui/icon.tsx?pencil";
import { can } from "../../server/about/policy.ts";
import type { About as AboutText } from "../../server/about/schema.ts";
import { RichText } from "../kit/ui/rich-text.tsx";
import { Page, useKnown } from "../kit/ui/page.tsx";
import { meAtom } from "../kit/net/session.ts";
import { takeLostFocus } from "../kit/focus/hand-over-focus.ts";
import { loadAboutPage } from "./actions.ts";
import { QuickContact } from "./quick-contact.tsx";
import { aboutAtom } from "./state.ts";
import { Team } from "./team.tsx";
import EditAbout from "./edit.tsx";
import { Button } from "../kit/ui/button.tsx";

export default function About() {
  const me = useAtomValue(meAtom);
  const [editing, setEditing] = useState(false);
  const [about, waiting] = useKnown(aboutAtom, loadAboutPage, {
    failed: "Failed to load the About page.",
    label: "Loading...",
    skeleton: "h-[64rem] rounded-box lg:h-[34rem]",
  });
  const mayEdit = can.edit(me) && about !== null;
  return (
    <Page
      title="About"
      heading="About Doubtless"
      aside={mayEdit && !editing && (
        <Button
          icon={Pencil}
          ref={takeLostFocus}
          onClick={() => setEditing(true)}
        >
          Edit Content
        </Button>
      )}
    >
      {mayEdit && editing
        ? <EditAbout about={about} onClose={() => setEditing(false)} />
        : (
          <div className="space-y-12">
            {about === null ? waiting : <Texts about={about} />}
            <section aria-labelledby="team">
              <Heading id="team">Our Team</Heading>
              <Team />
            </section>
            <section aria-labelledby="quick-contact" className="panel max-w-xl p-6">
              <Heading id="quick-contact">Quick Contact</Heading>
              <QuickContact />
            </section>
          </div>
        )}
    </Page>
  );
}

function Heading({ id, children }: { id: string; children: string }) {
  return <h2 id={id} className="mb-4 text-2xl font-extrabold sm:text-3xl">{children}</h2>;
}

function Texts({ about: { html, milestones } }: { about: AboutText }) {
  return (
    <>
      <section aria-labelledby="story" className="max-w-4xl">
        <Heading id="story">Our Story</Heading>
        <RichText html={html.story} className="text-lg" />
      </section>
      {milestones.length > 0 && (
        <section aria-labelledby="milestones">
          <Heading id="milestones">Milestones</Heading>
          <ol className="grid gap-x-6 gap-y-0 lg:auto-cols-fr lg:grid-flow-col">
            {milestones.map(({ year, title, text }, place) => (
              <li
                key={place}
                className="relative border-base-content/25 pb-6 max-lg:border-l-2 max-lg:pl-6 lg:border-t-2 lg:pt-6"
              >
                <span
                  aria-hidden
                  className="absolute size-4 rounded-full bg-accent ring-4 ring-base-200 max-lg:top-1.5 max-lg:-left-[9px] lg:-top-[9px] lg:left-0"
                />
                <p className="text-2xl font-extrabold text-primary">{year}</p>
                <h3 className="text-lg font-bold">{title}</h3>
                <p className="mt-1">{text}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section aria-labelledby="mission" className="max-w-4xl">
        <Heading id="mission">Our Mission</Heading>
        <RichText html={html.mission} className="text-lg" />
      </section>
    </>
  );
}
