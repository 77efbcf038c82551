/** Whether this browser is ready to run programs: the size and progress of the one download. */
import { useAtomValue } from "jotai";
import { languageOf, languages } from "../../../server/languages/languages.ts";
import type { RunSettings } from "../../../server/languages/types.ts";
import { engineOf, type Readiness, type Step } from "../../languages/sandbox.ts";

/** The settings of the program, which say its language. */
type Settings = Pick<RunSettings, "languages" | "isIncomplete">;

const toolOf = (settings: Settings): string => languages[languageOf(settings)].tool;

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** A download of less than this is not worth a word. */
const WORTH_A_WORD = 200_000;

export function ReadinessLine({ settings }: { settings: Settings }) {
  const now = useAtomValue(engineOf(settings).readiness);
  return settings.isIncomplete ? null : <Line now={now} settings={settings} />;
}

function Line({ now, settings }: { now: Readiness; settings: Settings }) {
  const tool = toolOf(settings);
  if (now.state === "loading" && now.total > WORTH_A_WORD) {
    const text = `Downloading ${tool}: ${megabytes(now.loaded)} of ${megabytes(now.total)}. ` +
      (now.note ?? "It is kept for the next time.");
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <progress
          className="progress progress-primary w-40"
          value={now.loaded}
          max={now.total}
          aria-label={`Download of ${tool}`}
        />
        <span>{text}</span>
      </div>
    );
  }
  if (now.state === "absent" && now.bytes > WORTH_A_WORD) {
    return (
      <p className="text-sm text-muted">
        The first run downloads {tool} once ({megabytes(now.bytes)}). It is kept for the next time.
      </p>
    );
  }
  if (now.state === "failed") {
    return (
      <p className="text-sm text-error">
        {now.reason}{" "}
        <button
          type="button"
          className="link-plain cursor-pointer"
          onClick={() => void engineOf(settings).prepare()}
        >
          Load {tool} again
        </button>
      </p>
    );
  }
  return null;
}

/** The text of a download changes this often: a screen reader reads each. */
const PARTS = 4;
const WORDS: Record<Step, string> = {
  preparing: "Preparing the includes…",
  compiling: "Compiling…",
};

/** Returns what happens until the program runs, in words. */
export function useStepText(settings: Settings): string {
  const engine = engineOf(settings);
  const now = useAtomValue(engine.readiness);
  const doing = useAtomValue(engine.step);
  const tool = toolOf(settings);
  const loading = `Loading ${tool}…`;
  if (now.state !== "loading") return now.state === "absent" ? loading : WORDS[doing];
  const { loaded, total } = now;
  if (total <= WORTH_A_WORD) return loading;
  if (loaded >= total) return `Starting ${tool}…`;
  const part = Math.floor((PARTS * loaded) / total) / PARTS;
  const [done, all] = [part * total, total].map((bytes) => Math.round(bytes / 1_000_000));
  return `Loading ${tool}, ${done} of ${all} MB…`;
}

/** Why a browser cannot run a program of a question with hidden files. */
export const INCOMPLETE = "The question has a hidden file, which only the server has.";

/** Says why this browser cannot run programs, before anything is downloaded. */
export function CannotRun({ onServer, settings }: { onServer: boolean; settings: Settings }) {
  const now = useAtomValue(engineOf(settings).readiness);
  const reason = settings.isIncomplete ? INCOMPLETE : now.state === "unsupported" && now.reason;
  if (!reason) return null;
  return (
    <p className="rounded-field border-l-4 border-info bg-info/8 px-3 py-2">
      {reason} {onServer && "The server can run the cases instead."}
    </p>
  );
}
