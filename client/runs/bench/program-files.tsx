/** The files of a program in tabs: the student's own, and the given ones, which are only read. */
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { languageOf, ownName } from "../../../server/languages/languages.ts";
import type { RunSettings } from "../../../server/languages/types.ts";
import { CodeField } from "../../kit/editor/code-field.tsx";
import type { CodeControl } from "../../kit/editor/code-props.ts";
import { Tabs } from "../../kit/ui/tabs.tsx";

/** A place to go to; "" is the student's own file. */
interface At {
  file: string;
  line: number | null;
}

/** The editor of the student's own file, the file that is shown, and what goes to a line. */
export function useFiles() {
  const control = useRef<CodeControl>(null);
  const [at, setAt] = useState<At>({ file: "", line: null });
  const reveal = useCallback((line: number, file = "") => setAt({ file, line }), []);
  return { control, at, setAt, reveal };
}

interface FilesProps {
  settings: RunSettings;
  files: { control: RefObject<CodeControl | null>; at: At; setAt: (at: At) => void };
  fontSize?: string | undefined;
  /** The editor of the student's own file. */
  children: ReactNode;
}

export function ProgramFiles({ settings, files, fontSize, children }: FilesProps) {
  const { control, at, setAt } = files;
  const given = useRef<CodeControl>(null);
  const all = (settings.files ?? []).filter(({ name }) => name !== "");
  const one = all.find(({ name }) => name === at.file);
  useEffect(() => {
    if (at.line !== null) (one ? given : control).current?.reveal(at.line);
  }, [at]);
  if (all.length === 0) return children;
  const tabs = [
    { id: "", name: ownName(settings) },
    ...all.map(({ name, hidden }) => ({ id: name, name: hidden ? `${name} (hidden)` : name })),
  ];
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Tabs
        dense
        label="Files"
        tabs={tabs}
        current={one?.name ?? ""}
        onShow={(file) => setAt({ file, line: null })}
        panel="min-h-0 grow"
      >
        {/* It stays there, with what was typed last and its cursor. */}
        <div className="h-full" hidden={one !== undefined}>{children}</div>
        {one && (
          <CodeField
            key={one.name}
            readOnly
            label={`${one.name}, given with the question`}
            language={languageOf(settings)}
            value={one.text}
            onChange={() => {}}
            control={given}
            {...(fontSize !== undefined && { fontSize })}
          />
        )}
      </Tabs>
    </div>
  );
}
