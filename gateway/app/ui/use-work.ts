import { useState } from "preact/hooks";

/** Runs one API operation at a time. */
export interface Work {
  readonly busy: boolean;
  readonly failure: unknown;
  /** Resolves to whether it succeeded. Ignored while another operation is running. */
  run(work: () => Promise<unknown>): Promise<boolean>;
}

export function useWork(): Work {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  return {
    busy,
    failure,
    async run(work) {
      if (busy) return false;
      setBusy(true);
      setFailure(null);
      try {
        await work();
        return true;
      } catch (error) {
        setFailure(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
