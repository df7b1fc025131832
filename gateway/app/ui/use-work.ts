import { useState } from "preact/hooks";

/** Something that is asked of the interface once at a time. */
export interface Work {
  readonly busy: boolean;
  readonly failure: unknown;
  /** Resolves to whether it succeeded. Does nothing while something is under way. */
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
