/** The stack of calls with their variables, and the objects that pointers lead to. */
import type { Box, Call, Step } from "../../../server/languages/steps/trace.ts";
import { rowsOf } from "./arrow-layout.tsx";
import { Arrows } from "./arrows.tsx";
import { isOther, variableBefore } from "./step-search.tsx";
import { VariableName, type WatchProps } from "./history.tsx";
import { sayLine, sayValue } from "./sentences.tsx";
import { isSmall, Value } from "./value.tsx";

interface MemoryProps extends WatchProps {
  step: Step;
  before: Step | null;
}

/** Of many calls, so many of the innermost and of the outermost are shown. */
const INNER_MOST = 8;
const OUTER_MOST = 2;
/** At most so many objects are shown. */
const OBJECTS_MOST = 80;
/** A value before is told beside the new one if it is short. */
const WAS_MOST = 16;

export function Memory(props: MemoryProps) {
  const { step, before } = props;
  return (
    // The arrows have room at the edges.
    <div className="relative w-fit min-w-full p-3 pr-10 pb-10 font-mono text-sm wrap-break-word min-[1900px]:text-xl">
      <div className="flex flex-wrap items-start gap-x-10 gap-y-6">
        <Calls {...props} />
        {step.boxes.length > 0 && <Objects step={step} before={before} />}
      </div>
      <Arrows step={step} />
    </div>
  );
}

/** The innermost call comes first: it is the one that changes. */
function Calls(props: MemoryProps) {
  const { calls } = props.step;
  const numbered = calls.map((call, depth) => ({ call, depth })).reverse();
  const isLong = numbered.length > INNER_MOST + OUTER_MOST + 1;
  const shown = isLong
    ? [...numbered.slice(0, INNER_MOST), ...numbered.slice(-OUTER_MOST)]
    : numbered;
  return (
    <ol aria-label="Calls, the innermost first" className="min-w-48 space-y-2">
      {shown.map(({ call, depth }, at) => (
        <li key={depth}>
          {isLong && at === INNER_MOST && (
            <p className="pb-2 font-sans text-sm text-muted">
              {numbered.length - shown.length} calls between are not shown.
            </p>
          )}
          <OneCall {...props} call={call} depth={depth} isInnermost={at === 0} />
        </li>
      ))}
    </ol>
  );
}

interface CallProps extends MemoryProps {
  call: Call;
  depth: number;
  isInnermost: boolean;
}

function OneCall({ call, depth, isInnermost, step, before, ...watched }: CallProps) {
  return (
    <div
      className={`rounded-field border bg-base-100 ${
        isInnermost ? "border-2 border-primary" : "border-base-content/30"
      }`}
    >
      <p
        className={`flex flex-wrap justify-between gap-x-3 rounded-t-field px-2 py-0.5 ${
          isInnermost ? "bg-primary/15 font-bold" : "bg-base-200"
        }`}
      >
        <span className="font-mono">{call.name || "outside of functions"}</span>
        {call.line > 0 && (
          <span className="font-sans text-sm font-normal text-muted">
            {isInnermost ? "at" : "waits at"} {sayLine(watched.trace, call.line)}
          </span>
        )}
      </p>
      {call.variables.length === 0
        ? <p className="px-2 py-1 font-sans text-sm text-muted">no variables yet</p>
        : (
          <ul className="py-1">
            {call.variables.map((variable, at) => {
              const old = variableBefore({ step, before, depth }, variable);
              const then = old?.value;
              const { name, address, value } = variable;
              // A value that has become a box is still the same value.
              const isChanged = variable.isChanged &&
                (old === undefined || isOther({ step, before }, variable, old));
              return (
                <li
                  key={`${name} ${address ?? at}`}
                  data-address={address ?? undefined}
                  className={`flex flex-wrap items-start gap-x-2 border-l-4 px-2 py-0.5 ${
                    isChanged ? "border-l-accent bg-accent/20" : "border-l-transparent"
                  }`}
                >
                  <VariableName
                    {...watched}
                    variable={variable}
                    which={{ depth, call: call.id, name, address }}
                  />
                  <span
                    className={`min-w-0 ${isChanged && isSmall(value) ? "font-bold" : ""}`}
                  >
                    <Value value={value} before={then} />
                  </span>
                  {isChanged && <Was value={then} />}
                </li>
              );
            })}
          </ul>
        )}
    </div>
  );
}

function Was({ value }: { value: Parameters<typeof sayValue>[0] | undefined }) {
  const valueText = value === undefined ? "" : sayValue(value);
  const isShort = valueText !== "" && valueText.length <= WAS_MOST && value?.kind !== "pointer";
  return (
    <span className="rounded-xs bg-accent px-1 font-sans text-sm text-accent-content">
      {isShort ? `was ${valueText}` : valueText === "" ? "new" : "changed"}
    </span>
  );
}

function Objects({ step, before }: { step: Step; before: Step | null }) {
  const old = new Map(before?.boxes.map((box) => [box.address, box.value]));
  const shown = { ...step, boxes: step.boxes.slice(0, OBJECTS_MOST) };
  const rest = step.boxes.length - shown.boxes.length;
  return (
    <section aria-label="Objects" className="shrink-0 grow basis-64 space-y-6">
      {rowsOf(shown).map((row) => (
        <ul key={row[0]?.address} className="flex flex-wrap gap-x-8 gap-y-6">
          {row.map((box) => (
            <OneObject
              key={box.address}
              box={box}
              before={old.get(box.address)}
            />
          ))}
        </ul>
      ))}
      {rest > 0 && (
        <p className="font-sans text-sm text-muted">{rest} more objects are not shown.</p>
      )}
    </section>
  );
}

function OneObject({ box, before }: { box: Box; before: Box["value"] | undefined }) {
  const { address, value, isChanged } = box;
  return (
    <li>
      <div
        data-address={address}
        className={`rounded-field border bg-base-100 p-1.5 ${
          isChanged ? "border-2 border-accent bg-accent/20" : "border-base-content/30"
        }`}
      >
        <p className="mb-0.5 flex items-baseline justify-between gap-2 font-sans text-xs text-muted">
          <span>{"type" in value && value.type} {address}</span>
          {isChanged && (
            <span className="rounded-xs bg-accent px-1 text-accent-content">
              {before === undefined ? "new" : "changed"}
            </span>
          )}
        </p>
        <Value value={value} before={before} isInner />
      </div>
    </li>
  );
}
