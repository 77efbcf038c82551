/** A call that a button makes: one at a time, and a failure is told. */
import { useState } from "react";
import { errorText, isAbort } from "../net/api.ts";
import { toast } from "./toast.ts";

export type ButtonCall = ReturnType<typeof useCall>;

/** @param otherwise what to say if the server gives no reason; without it, the cause is named */
export function useCall(otherwise?: string) {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    /** Makes the call, unless one is running. */
    run(call: () => Promise<unknown>): void {
      if (busy) return;
      setBusy(true);
      call()
        .catch((error) => {
          if (!isAbort(error)) toast.error(errorText(error, otherwise));
        })
        .finally(() => setBusy(false));
    },
  };
}
