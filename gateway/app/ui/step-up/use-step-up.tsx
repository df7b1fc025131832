import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onStepUp, type Prover, type ProvesBy } from "../../client/step-up/step-up.ts";
import type { StepUpDialog } from "./step-up-dialog.tsx";

interface Asking {
  readonly Dialog: typeof StepUpDialog;
  readonly by: ProvesBy;
  answer(isProven: boolean): void;
}

/** The dialog of a step-up above the page, while the interface wants one. */
export function useStepUp(prover: Prover): VNode | null {
  const [asking, setAsking] = useState<Asking | null>(null);
  useEffect(() => {
    onStepUp(async (over) => {
      const [{ StepUpDialog: Dialog }, by] = await Promise.all([import("./step-up-dialog.tsx"), prover.provesBy()]);
      if (over.aborted) return false;
      return new Promise((resolve) => {
        const answer = (isProven: boolean) => {
          setAsking(null);
          resolve(isProven);
        };
        over.addEventListener("abort", () => answer(false));
        setAsking({ Dialog, by, answer });
      });
    });
  }, []);
  return asking && <asking.Dialog {...prover} by={asking.by} answer={asking.answer} />;
}
