/** The fields of a question's given files, and of the name of the student's own file. */
import { useId, useRef, useState } from "react";
import { useLatest } from "../../kit/data/use-latest.ts";
import {
  fileNameFault,
  GIVEN_MOST,
  type GivenFile,
  suggestedName,
} from "../../../server/assignments/given-files/schema.ts";
import { SOURCE_MOST } from "../../../server/languages/types.ts";
import { languageOf, usualName } from "../../../server/languages/languages.ts";
import { CodeField } from "../../kit/editor/code-field.tsx";
import { FileField, TextField } from "../../kit/forms/fields.tsx";
import type { Form } from "../../kit/forms/form.tsx";
import { toJudge } from "../cases/judge-settings.tsx";
import type { QuestionValues } from "../write/question-values.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Tick } from "../../kit/ui/tick.tsx";

export default function GivenFiles({ form }: { form: Form<QuestionValues> }) {
  const { givenFiles: all, fileName } = form.values;
  const judge = toJudge(form.values.judge);
  const usual = usualName(judge);
  const change = (next: GivenFile[]) => form.set("givenFiles", next);
  const add = useRef<HTMLButtonElement>(null);
  const suggested = suggestedName(all);
  const isWrong = fileNameFault({ fileName: fileName.trim(), givenFiles: all, judge }) !== null;
  const isOffered = suggested !== null && suggested !== fileName.trim() && (isWrong || !fileName);
  const fault = form.errors.givenFiles;
  return (
    <>
      <p className="text-sm text-muted">
        Files beside the student's own, in every run. A given {usual}{" "}
        is where the program begins; other .cpp files are compiled, too. Text files are in the
        program's folder.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          form={form}
          name="fileName"
          label="The student's own file"
          hint={`Without a name: ${usual}`}
          placeholder={usual}
        />
        {isOffered && (
          <Button onClick={() => form.set("fileName", suggested)}>Use {suggested}</Button>
        )}
      </div>
      <ul className="space-y-4">
        {all.map((one, at) => (
          <File
            key={at}
            at={at}
            one={one}
            language={languageOf(judge)}
            errors={form.errors}
            onChange={(next) => change(all.with(at, next))}
            onRemove={() => {
              // The button goes with the file.
              add.current?.focus();
              change(all.toSpliced(at, 1));
            }}
          />
        ))}
      </ul>
      {fault && <p role="alert" className="text-sm font-medium text-error">{fault}</p>}
      <Chooser all={all} onChange={change} />
      <Button
        ref={add}
        aria-disabled={all.length >= GIVEN_MOST || undefined}
        onClick={() => all.length < GIVEN_MOST && change([...all, { name: "", text: "" }])}
      >
        Add a file
      </Button>
    </>
  );
}

function Chooser(props: { all: readonly GivenFile[]; onChange: (all: GivenFile[]) => void }) {
  const [{ faults, round }, setDone] = useState({ faults: "", round: 0 });
  // A file is read later: the list may have changed since it was chosen.
  const latest = useLatest(props);
  async function add(chosen: readonly File[]): Promise<void> {
    const { givenFiles } = await import("../../../server/assignments/given-files/schema.ts");
    const read = await Promise.all(chosen.map(readGiven));
    const faults: string[] = [];
    let { all } = latest.current;
    for (const one of read) {
      const next = [...all, one];
      const issue = givenFiles.safeParse(next).error?.issues
        .find(({ path: [at = all.length] }) => at === all.length);
      const fault = one.text.includes("\uFFFD") ? "Its text is not UTF-8." : issue?.message;
      if (fault) faults.push(`${one.name} is not added. ${fault}`);
      else all = next;
    }
    latest.current.onChange([...all]);
    setDone({ faults: faults.join(" "), round: round + 1 });
  }
  return (
    <FileField
      key={round}
      multiple
      label="Add files from your disk"
      hint={`Texts of at most ${SOURCE_MOST / 1024} KB each, at most ${GIVEN_MOST} files.`}
      error={faults}
      onPick={(chosen) => void add(chosen)}
    />
  );
}

/** A file that is too long is not read: it gets another text, which is too long as well. */
async function readGiven(file: File): Promise<GivenFile> {
  const isLong = file.size > SOURCE_MOST;
  return { name: file.name, text: isLong ? " ".repeat(SOURCE_MOST + 1) : await file.text() };
}

interface FileProps {
  at: number;
  one: GivenFile;
  language: ReturnType<typeof languageOf>;
  errors: Form<QuestionValues>["errors"];
  onChange: (one: GivenFile) => void;
  onRemove: () => void;
}

function File({ at, one, language, errors, onChange, onRemove }: FileProps) {
  const id = useId();
  const { hidden, ...rest } = one;
  const faults = ["", ".name", ".text"].flatMap((part) =>
    errors[`givenFiles.${at}${part}` as keyof typeof errors] ?? []
  );
  return (
    <li className="space-y-2">
      <div className="flex flex-wrap items-center gap-3">
        <input
          className="input w-56 font-mono"
          aria-label={`Name of file ${at + 1}`}
          placeholder="account.h"
          value={one.name}
          onChange={({ target }) => onChange({ ...one, name: target.value })}
        />
        <Tick
          box="checkbox"
          className="items-center gap-2"
          aria-describedby={hidden ? id : undefined}
          isOn={hidden ?? false}
          onTick={(hide) => onChange({ ...rest, ...(hide && { hidden: true }) })}
        >
          Hidden
        </Tick>
        <Button
          className="btn-ghost btn-sm"
          aria-label={`Remove ${one.name || `file ${at + 1}`}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      {hidden && (
        <p id={id} className="text-sm text-muted">
          Only the server has it, so students' browsers cannot run the program. It is for the
          compiler or to start the program: no running program finds it in its folder. What a
          program can read while it runs, such as the texts and numbers in it, is not hidden.
        </p>
      )}
      <div className="h-48 overflow-hidden rounded-field border border-base-300">
        <CodeField
          label={`Text of ${one.name || `file ${at + 1}`}`}
          language={language}
          value={one.text}
          onChange={(text) => onChange({ ...one, text })}
        />
      </div>
      {faults.map((fault) => (
        <p key={fault} role="alert" className="text-sm font-medium text-error">{fault}</p>
      ))}
    </li>
  );
}

/** "account.h beside main.cpp, marks.txt". @param isTried whether the model has run with them */
export function sayFiles({ givenFiles, fileName }: QuestionValues, isTried: boolean): string {
  const names = givenFiles.map(({ name, hidden }) => hidden ? `${name} (hidden)` : name);
  if (names.length === 0) return fileName || "none";
  const all = [fileName && `${fileName} beside`, names.join(", ")].filter(Boolean).join(" ");
  return isTried ? all : `${all}: run the model to see whether they compile`;
}
