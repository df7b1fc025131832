import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { type Done, Toast } from "#gateway/ui/parts/toast.tsx";
import { ErrorNote } from "../../ui/error-note.tsx";
import { useWork } from "../../ui/use-work.ts";

interface Undoing {
  /** Says what was done, and why the last change failed. */
  readonly notes: VNode;
  readonly busy: boolean;
  /** Makes a change, says so, and offers to make it undone. */
  run(change: () => Promise<unknown>, text: string, undo: () => Promise<unknown>): void;
}

/** Changes that a toast offers to undo. @param changed called after each change */
export function useUndo(changed: () => void): Undoing {
  const [done, setDone] = useState<Done | null>(null);
  const { busy, failure, run } = useWork();
  const make = async (change: () => Promise<unknown>) => {
    const isMade = await run(change);
    changed();
    return isMade;
  };
  return {
    busy,
    notes: (
      <>
        {failure !== null && <ErrorNote error={failure} />}
        <Toast done={done} close={() => setDone(null)} />
      </>
    ),
    run(change, text, undo) {
      setDone(null);
      void make(change).then((isMade) => isMade && setDone({ text, undo: () => void make(undo) }));
    },
  };
}
