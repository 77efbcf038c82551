/** How a person wants to be told of each kind, when it has to be quiet, and pushes to this browser. */
import { useKnown } from "../kit/ui/page.tsx";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import type { Kind, Settings, SettingsInput } from "../../server/notifications/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { errorText } from "../kit/net/api.ts";
import { meAtom } from "../kit/net/session.ts";
import { PanelSection } from "../kit/ui/panel-section.tsx";
import { toast } from "../kit/data/toast.ts";
import { changeSettings, loadSettings } from "./actions.ts";
import { canPush, isPushing, startPushing, stopPushing } from "./push/actions.ts";
import { settingsAtom } from "./state.ts";
import { Tick } from "../kit/ui/tick.tsx";

const NAMES: { kind: Kind; name: string; for?: "staff" | "learners" }[] = [
  { kind: "reply", name: "Replies to my doubts", for: "learners" },
  { kind: "followed", name: "Replies to doubts that I have too", for: "learners" },
  { kind: "review", name: "Reviews of my solutions", for: "learners" },
  { kind: "comment", name: "Comments on my programs", for: "learners" },
  { kind: "assigned", name: "Questions of my own", for: "learners" },
  { kind: "merged", name: "Merged doubts", for: "learners" },
  { kind: "asked-again", name: "Students who ask again", for: "staff" },
  { kind: "nudge", name: "Long waits", for: "staff" },
  { kind: "answer", name: "Answers to comments" },
  { kind: "message", name: "Messages to me" },
  { kind: "announcement", name: "Announcements" },
  { kind: "poll", name: "Quick questions" },
];

const FAILED = "Failed to save the notification settings.";

export function NotificationSettings() {
  const [known, waiting] = useKnown(settingsAtom, loadSettings, {
    failed: null,
    label: "Loading settings...",
    skeleton: "h-60",
  });
  return (
    <PanelSection
      id="notifications"
      title="Notifications"
      about="The bell shows all of them. Choose what also comes as a push or as a mail."
    >
      {known === null ? waiting : <Form settings={known.settings} />}
    </PanelSection>
  );
}

function Form({ settings }: { settings: Settings }) {
  const me = useAtomValue(meAtom);
  const [isBusy, setBusy] = useState(false);
  const side = isStaff(me) ? "staff" : "learners";
  /** @returns whether they are saved */
  async function save(wanted: SettingsInput): Promise<boolean> {
    setBusy(true);
    const isSaved = await changeSettings(wanted).then(() => true, (error) => {
      toast.error(errorText(error, FAILED));
      return false;
    });
    setBusy(false);
    return isSaved;
  }
  return (
    <div className="space-y-5" aria-busy={isBusy}>
      <ThisBrowser />
      <table className="w-full">
        <thead>
          <tr className="text-left text-sm text-muted">
            <th scope="col" className="font-normal">Kind</th>
            <th scope="col" className="w-16 text-center font-normal">Push</th>
            <th scope="col" className="w-16 text-center font-normal">Mail</th>
          </tr>
        </thead>
        <tbody>
          {NAMES.filter((one) => one.for === undefined || one.for === side)
            .map(({ kind, name }) => (
              <tr key={kind} className="border-t border-base-300">
                <th scope="row" className="py-1.5 pr-2 text-left font-normal">{name}</th>
                {(["push", "mail"] as const).map((way) => (
                  <td key={way} className="text-center">
                    <input
                      type="checkbox"
                      className="checkbox"
                      aria-label={`${name}: ${way}`}
                      checked={settings.ways[kind][way]}
                      onChange={({ target }) =>
                        void save({
                          ways: { [kind]: { ...settings.ways[kind], [way]: target.checked } },
                        })}
                    />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      <p className="text-sm text-muted">
        Replies are mailed at once when you are away for five minutes, everything else once a day.
      </p>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <label className="block">
          <span className="block font-semibold">Daily mail at</span>
          <select
            className="select w-28"
            value={settings.digestHour}
            onChange={({ target }) => void save({ digestHour: Number(target.value) })}
          >
            {Array.from(
              { length: 24 },
              (_, hour) => (
                <option key={hour} value={hour}>{`${String(hour).padStart(2, "0")}:00`}</option>
              ),
            )}
          </select>
        </label>
        <QuietHours quiet={settings.quiet} save={save} />
      </div>
      {side === "staff" && (
        <Tick
          box="toggle"
          isOn={settings.nudges}
          onTick={(nudges) => void save({ nudges })}
        >
          Notify me when somebody has waited longer than my “too long” limit.
        </Tick>
      )}
    </div>
  );
}

/** Saves the times when a field is left, not half-typed. A refused time stays in its field. */
function QuietHours(
  { quiet, save }: { quiet: Settings["quiet"]; save: (wanted: SettingsInput) => Promise<boolean> },
) {
  const [typed, setTyped] = useState<{ from: string; to: string } | null>(null);
  const value = typed ?? quiet;
  async function leave() {
    if (typed === null || typed.from === "" || typed.to === "") return;
    const isSaved = await save({ quiet: typed });
    // The other time may have been typed meanwhile.
    if (isSaved) setTyped((now) => now === typed ? null : now);
  }
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="font-semibold">Quiet hours, in the class's time</legend>
      <input
        type="checkbox"
        className="toggle"
        aria-label="Quiet hours"
        checked={quiet !== null}
        onChange={({ target }) => {
          setTyped(null);
          void save({ quiet: target.checked ? { from: "22:00", to: "07:00" } : null });
        }}
      />
      {value !== null &&
        (["from", "to"] as const).map((end) => (
          <label key={end} className="flex items-center gap-2">
            {end}
            <input
              type="time"
              required
              className="input w-32"
              value={value[end]}
              onChange={({ target }) => setTyped({ ...value, [end]: target.value })}
              onBlur={() => void leave()}
            />
          </label>
        ))}
    </fieldset>
  );
}

function ThisBrowser() {
  const [isOn, setOn] = useState<boolean | null>(null);
  useEffect(() => void isPushing().then(setOn, () => setOn(false)), []);
  if (!canPush) {
    return <p className="text-muted">This browser does not support push notifications.</p>;
  }
  async function change(wanted: boolean) {
    try {
      if (!wanted) await stopPushing();
      else if (!await startPushing()) {
        return toast.info("Your browser blocks notifications from this site.");
      }
      setOn(wanted);
    } catch (error) {
      toast.error(errorText(error, "This browser could not be reached by its push service."));
    }
  }
  return (
    <Tick box="toggle" isOn={isOn === true} onTick={(wanted) => void change(wanted)}>
      Push to this browser, even when no page is open
    </Tick>
  );
}
