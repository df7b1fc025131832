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
    onStepUp(async () => {
      const [{ StepUpDialog: Dialog }, by] = await Promise.all([import("./step-up-dialog.tsx"), prover.provesBy()]);
      return new Promise((resolve) =>
        setAsking({
          Dialog,
          by,
          answer(isProven) {
            setAsking(null);
            resolve(isProven);
          },
        }),
      );
    });
  }, []);
  return asking && <asking.Dialog {...prover} by={asking.by} answer={asking.answer} />;
}
