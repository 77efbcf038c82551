/** The choice of whom a thing is for. In a class without sections there is nothing to choose. */
import { useAtomValue } from "jotai";
import { useId } from "react";
import { meAtom } from "../kit/net/session.ts";
import { useSections } from "./names.tsx";
import { Tick } from "../kit/ui/tick.tsx";

export type AudienceValue = readonly string[] | null;

/** Returns the audience as it is sent, if it is another one than before. */
export const changedAudience = (value: AudienceValue, before: AudienceValue | undefined) =>
  JSON.stringify(value) === JSON.stringify(before ?? null) ? {} : { audience: value && [...value] };

interface AudienceProps {
  legend?: string;
  value: AudienceValue;
  error?: string | undefined;
  onChange: (value: AudienceValue) => void;
}

export function AudienceField({ legend = "For", value, error, onChange }: AudienceProps) {
  const known = useSections();
  const me = useAtomValue(meAtom);
  const id = useId();
  if (known === null || (known.length === 0 && value === null)) return null;
  const chosen = value ?? [];
  return (
    <fieldset
      className="min-w-0"
      aria-describedby={error ? id : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <Tick
          className="items-center gap-2"
          isOn={value === null}
          onTick={(isAll) => onChange(isAll ? null : me?.sections ?? [])}
        >
          The whole class
        </Tick>
        {known.map(({ _id, name }) => (
          <Tick
            key={_id}
            className="min-w-0 items-center gap-2"
            isOn={chosen.includes(_id)}
            onTick={(isChosen) => {
              // A section that was deleted is not kept.
              const others = chosen.filter((one) =>
                one !== _id && known.some((other) => other._id === one)
              );
              onChange(isChosen ? [...others, _id] : others);
            }}
          >
            <span className="min-w-0 break-words">{name}</span>
          </Tick>
        ))}
      </div>
      {error && <p id={id} className="mt-1 text-sm font-medium text-error">{error}</p>}
    </fieldset>
  );
}
