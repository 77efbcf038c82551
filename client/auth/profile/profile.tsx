/** One's own profile: name, branch, year, picture, password, and where one is signed in. */
import { useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import type { User } from "../../../server/people/schema.ts";
import { meAtom } from "../../kit/net/session.ts";
import { toast } from "../../kit/data/toast.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { useEditing } from "../../kit/forms/edit-conflict.tsx";
import { TextField } from "../../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../../kit/forms/form.tsx";
import { Discard, NewerVersion } from "../../kit/forms/newer-version.tsx";
import { showDate } from "../../kit/ui/format-time.ts";
import { Page } from "../../kit/ui/page.tsx";
import { PanelSection } from "../../kit/ui/panel-section.tsx";
import { NotificationSettings } from "../../notifications/settings.tsx";
import { Avatar } from "../../people/avatar.tsx";
import { changePassword, downloadCopy, editProfile, removePicture, setPicture } from "./actions.ts";
import { PasswordField } from "../password.tsx";
import { useSchoolWay } from "../school-way.tsx";
import { Sessions } from "./sessions.tsx";
import DeleteAccount from "./delete-account.tsx";
import CalendarPanel from "../../calendar/panel.tsx";
import TokensPanel from "../tokens/panel.tsx";
import { Button } from "../../kit/ui/button.tsx";

export default function Profile() {
  const me = useAtomValue(meAtom);
  // A link may name a section.
  useEffect(() => {
    const section = document.getElementById(location.hash.slice(1));
    section?.scrollIntoView();
    section?.querySelector("h2")?.focus();
  }, []);
  if (me === null) return null;
  return (
    <Page title="My profile">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="min-w-0 space-y-6">
          <About me={me} />
          <NotificationSettings />
        </div>
        <div className="min-w-0 space-y-6">
          <Password me={me} />
          <Sessions />
          <CalendarPanel />
          <TokensPanel />
          <CopyPanel />
          <DeleteAccount me={me} />
        </div>
      </div>
    </Page>
  );
}

function About({ me }: { me: User }) {
  return (
    <section aria-label="About me" className="panel space-y-5 p-4 sm:p-6">
      <Picture me={me} />
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-3">
        <div className="min-w-0 sm:col-span-2">
          <dt className="text-sm text-muted">Email</dt>
          <dd className="font-semibold break-all">{me.email}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Member since</dt>
          <dd className="font-semibold">
            {showDate(me.createdAt)}, {me.role}
            {/* A user that was stored by an earlier version has none. */}
            {(me.sectionNames ?? []).length > 0 && `, section ${me.sectionNames.join(", ")}`}
          </dd>
        </div>
      </dl>
      <EditProfile me={me} />
    </section>
  );
}

function Picture({ me }: { me: User }) {
  const input = useRef<HTMLInputElement>(null);
  const { busy, run } = useCall("Failed to save your picture.");
  const change = (work: () => Promise<void>, done: string) =>
    run(async () => {
      await work();
      toast.success(done);
    });
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Avatar name={me.name} image={me.profileImage} size="size-20 text-2xl" />
      <div className="min-w-0 grow space-y-1">
        <p className="text-xl font-bold break-words">{me.name}</p>
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            aria-label="Choose a picture"
            accept="image/png,image/jpeg,image/gif,image/webp"
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = "";
              if (file) change(() => setPicture(file), "Your picture has been saved.");
            }}
          />
          <Button className="btn-sm" busy={busy} onClick={() => busy || input.current?.click()}>
            {me.profileImage === null ? "Add a picture" : "Change the picture"}
          </Button>
          {me.profileImage !== null && (
            <Button
              className="btn-sm btn-ghost"
              busy={busy}
              onClick={() => change(removePicture, "Your picture has been removed.")}
            >
              Remove it
            </Button>
          )}
        </div>
        <p className="text-sm text-muted">PNG, JPG, GIF up to 10MB</p>
      </div>
    </div>
  );
}

function EditProfile({ me }: { me: User }) {
  const editing = useEditing({
    schema: async () => (await import("../../../server/auth/schema.ts")).profileInput,
    empty: {
      name: me.name,
      branch: me.branch ?? "",
      year: String(me.year ?? ""),
      base: me.version,
    },
    toInput: ({ base, ...fields }) => ({ ...fields, version: base }),
    draft: "profile",
    otherwise: "Failed to save your profile.",
    submit: async (input) => {
      await editProfile(input);
      toast.success("Your profile has been saved.");
      editing.form.reset();
    },
  });
  const { form } = editing;
  return (
    <form {...form.props} className="space-y-4">
      <NewerVersion
        editing={editing}
        changed="Your profile has been changed elsewhere in the meantime."
        deleted=""
      >
        <p>{me.name}, branch {me.branch ?? "N/A"}, year {me.year ?? "N/A"}</p>
      </NewerVersion>
      <TextField form={form} name="name" label="Name" autoComplete="name" required />
      <div className="grid grid-cols-2 gap-4">
        <TextField form={form} name="branch" label="Branch" placeholder="CSE" />
        <TextField form={form} name="year" label="Year" inputMode="numeric" />
      </div>
      <FormError text={form.problem} />
      <div className="flex flex-wrap justify-end gap-3">
        <Discard editing={editing} />
        <SubmitButton busy={form.busy}>Save</SubmitButton>
      </div>
    </form>
  );
}

function Password({ me }: { me: User }) {
  const way = useSchoolWay(me);
  if (way === null) return <ChangePassword />;
  return (
    <PanelSection id="password" title="How you sign in">
      <p>{way}</p>
      {me.hasPassword === false && (
        <p>
          Your account has no password. Where passwords are allowed,{" "}
          <Link href="/forgot-password" className="link-plain">a mailed code</Link> sets one.
        </p>
      )}
    </PanelSection>
  );
}

function ChangePassword() {
  const form = useForm({
    schema: async () => (await import("../../../server/auth/schema.ts")).passwordForm,
    empty: { password: "", newPassword: "", confirm: "" },
    submit: async ({ password, newPassword }) => {
      toast.success(await changePassword({ password, newPassword }));
      form.reset();
    },
  });
  return (
    <PanelSection
      id="password"
      title="Password"
      about="A new password signs you out everywhere else."
    >
      <form {...form.props} className="space-y-4">
        <PasswordField form={form} name="password" label="Current password" />
        <PasswordField form={form} name="newPassword" label="New password" asks="new" />
        <PasswordField form={form} name="confirm" label="New password again" asks="again" />
        <FormError text={form.problem} />
        <p className="text-right">
          <SubmitButton busy={form.busy}>Change password</SubmitButton>
        </p>
      </form>
    </PanelSection>
  );
}

function CopyPanel() {
  const { busy, run } = useCall("The copy could not be downloaded. Nothing was saved.");
  const download = () =>
    run(async () => {
      await downloadCopy();
      toast.success("Your copy has been downloaded.");
    });
  return (
    <PanelSection
      id="copy"
      title="Your data"
      about="A ZIP with pages to read, your programs as files, and everything as JSON."
    >
      <Button busy={busy} onClick={download}>
        {busy ? "Downloading…" : "Download a copy"}
      </Button>
    </PanelSection>
  );
}
