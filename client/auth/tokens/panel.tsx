/** One's API tokens: the form that makes one, the token to copy, and the list. */
import { useKnown } from "../../kit/ui/page.tsx";
import { useState } from "react";
import type { ApiToken, MadeToken } from "../../../server/auth/tokens/schema.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { SelectField, TextField } from "../../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../../kit/forms/form.tsx";
import { AskFirst } from "../../kit/forms/ask-first.tsx";
import { showAgo, showDate, showFull, useNow } from "../../kit/ui/format-time.ts";
import { PanelSection } from "../../kit/ui/panel-section.tsx";
import { AddressToCopy } from "../../kit/ui/address-field.tsx";
import { loadTokens, makeToken, takeTokenBack } from "./actions.ts";
import { tokensAtom } from "./state.ts";

const SCOPES = { read: "Read only", write: "Read and write" } as const;
const DAYS = { 30: "30 days", 90: "90 days", 180: "180 days", 365: "A year" };

export default function TokensPanel() {
  const [known, waiting] = useKnown(tokensAtom, loadTokens, {
    failed: "Failed to load your API tokens.",
    label: "Loading your API tokens...",
    skeleton: "h-12 rounded-box",
  });
  const [made, setMade] = useState<MadeToken | null>(null);
  const isRevoked = known?.tokens.every(({ _id }) => _id !== made?.apiToken._id);
  return (
    <PanelSection
      id="tokens"
      title="API tokens"
      about={
        <>
          With a token, a program of yours does what you may do. A new password, a new role and "End
          all others" end your tokens. <a className="link-plain" href="/api/docs">All calls</a>
        </>
      }
    >
      <TokenForm onMade={setMade} />
      {made !== null && !isRevoked && (
        <div role="status" className="space-y-2">
          <p className="break-words">
            With the token for <strong>{made.apiToken.name}</strong>, a program may{" "}
            {SCOPES[made.apiToken.scope].toLowerCase()}{" "}
            what you may. Give it to nobody else, and send it as{" "}
            <code className="font-mono">Authorization: Bearer</code>.
          </p>
          <AddressToCopy address={made.token} thing="token" />
        </div>
      )}
      {known === null
        ? waiting
        : known.tokens.length > 0 && (
          <ul aria-label="API tokens" className="divide-y divide-base-300">
            {known.tokens.map((token) => <Item key={token._id} token={token} />)}
          </ul>
        )}
    </PanelSection>
  );
}

function TokenForm({ onMade }: { onMade: (made: MadeToken) => void }) {
  const form = useForm({
    schema: async () => (await import("../../../server/auth/tokens/schema.ts")).tokenInput,
    empty: { name: "", scope: "read", days: "90" },
    toInput: ({ days, ...fields }) => ({ ...fields, days: Number(days) }),
    submit: async (input, _values, key) => {
      onMade(await makeToken(input, key));
      form.reset();
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <TextField
        form={form}
        name="name"
        label="Name of the token"
        hint="Of the program that uses it"
        maxLength={60}
        required
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="scope"
          label="It may"
          options={Object.entries(SCOPES)}
        />
        <SelectField form={form} name="days" label="Expires after" options={Object.entries(DAYS)} />
      </div>
      <FormError text={form.problem} />
      <SubmitButton busy={form.busy}>Create a token</SubmitButton>
    </form>
  );
}

function Item({ token }: { token: ApiToken }) {
  const { _id, name, scope, expiresAt, usedAt } = token;
  const { busy, run } = useCall();
  const now = useNow();
  const isExpired = Date.parse(expiresAt) <= now;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold break-words">
          {name}
          {isExpired && <span className="badge badge-error font-bold">Expired</span>}
        </p>
        <p className="text-sm text-muted">
          {SCOPES[scope]}, {isExpired ? "expired" : "expires"} {showDate(expiresAt)}.{" "}
          {usedAt === null ? "Not used yet." : (
            <>
              Last used{" "}
              <time dateTime={usedAt} title={showFull(usedAt)}>{showAgo(usedAt, now)}</time>.
            </>
          )}
        </p>
      </div>
      <AskFirst
        action="Revoke"
        of={`the API token ${name}`}
        title="Revoke the token"
        busy={busy}
        onConfirm={() => run(() => takeTokenBack(_id))}
      >
        Programs that use <strong>{name}</strong> are refused from now on.
      </AskFirst>
    </li>
  );
}
