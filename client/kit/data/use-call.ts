/** A call that a button makes: one at a time, and a failure is told. */
import { useState } from "react";
import { errorText, isAbort } from "../net/api.ts";
import { toast } from "./toast.ts";

export interface ButtonCall {
  busy: boolean;
  /** Makes the call, unless one is running. */
  run: (call: () => Promise<unknown>) => void;
}

/** @param otherwise what to say if the server gives no reason; without it, the cause is named */
export function useCall(otherwise?: string): ButtonCall {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    run(call) {
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
