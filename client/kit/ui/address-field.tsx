/** An address or a token that the server has told once: a field from which it can be copied. */
import { useRef } from "react";
import { toast } from "../data/toast.ts";
import { Button } from "./button.tsx";

/** @param thing what it is, such as "token" */
export function AddressToCopy(
  { address, thing = "address" }: { address: string; thing?: string },
) {
  const field = useRef<HTMLInputElement>(null);
  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(address);
      toast.success(`The ${thing} has been copied.`);
    } catch {
      toast.info(`The ${thing} is selected. Copy it with the keyboard.`);
    }
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <label className="block min-w-0 grow">
        <span className="mb-1 block font-semibold">The {thing}, shown only now</span>
        <input
          ref={field}
          readOnly
          className="input w-full font-mono"
          value={address}
          onFocus={({ target }) => target.select()}
        />
      </label>
      <Button onClick={() => void copy()}>Copy</Button>
    </div>
  );
}
