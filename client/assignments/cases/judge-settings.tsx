/** The settings of a question's programs, as they are typed and as they are sent. */
import {
  inLanguage,
  type Language,
  LANGUAGES,
  languagesOf,
} from "../../../server/languages/languages.ts";
import { type JudgeSettings, USUAL_SETTINGS } from "../../../server/languages/types.ts";

type TypedJudge = Record<keyof JudgeSettings, string>;

export const toTyped = (settings: JudgeSettings): TypedJudge => {
  const { timeMs, ...rest } = settings;
  const texts = Object.entries({ ...rest, languages: languagesOf(settings) })
    .map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(texts), timeMs: String(timeMs / 1000) };
};

export const EMPTY_JUDGE: TypedJudge = toTyped(USUAL_SETTINGS);

/** The settings as they are sent. A blank number is the usual one. */
export function toJudge(typed: TypedJudge): JudgeSettings {
  const number = (name: keyof JudgeSettings, usual: number) =>
    typed[name].trim() === "" ? usual : Number(typed[name]);
  const taken = typed.languages.split(",") as Language[];
  return {
    // Older questions have no languages, and are in the first.
    ...(typed.languages !== LANGUAGES[0] && { languages: taken }),
    standard: typed.standard as JudgeSettings["standard"],
    optimise: Number(typed.optimise) as JudgeSettings["optimise"],
    timeMs: Math.round(number("timeMs", USUAL_SETTINGS.timeMs / 1000) * 1000),
    memoryMb: number("memoryMb", USUAL_SETTINGS.memoryMb),
    outputKb: number("outputKb", USUAL_SETTINGS.outputKb),
    comparison: typed.comparison as JudgeSettings["comparison"],
    tolerance: number("tolerance", USUAL_SETTINGS.tolerance),
  };
}

/** The usual settings of the question's own programs, in the first language of the form. */
export const firstLanguage = (typed: string): JudgeSettings =>
  inLanguage(USUAL_SETTINGS, typed.split(",")[0] as Language);
