/** An address that the server has told once: a field from which it can be copied. */
import type { RefObject } from "react";

interface AddressProps {
  field: RefObject<HTMLInputElement | null>;
  address: string;
}

export function ShownAddress({ field, address }: AddressProps) {
  return (
    <label className="block min-w-0 grow">
      <span className="mb-1 block font-semibold">The address, shown only now</span>
      <input
        ref={field}
        readOnly
        className="input w-full font-mono"
        value={address}
        onFocus={({ target }) => target.select()}
      />
    </label>
  );
}
