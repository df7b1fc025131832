import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onStepUp, type Prover } from "../../client/step-up/step-up.ts";
import type { StepUpDialog } from "./step-up-dialog.tsx";

interface Asking {
  readonly Dialog: typeof StepUpDialog;
  readonly hasPassword: boolean;
  answer(isProven: boolean): void;
}

/** The dialog of a step-up above the page, while the interface wants one. */
export function useStepUp(prover: Prover): VNode | null {
  const [asking, setAsking] = useState<Asking | null>(null);
  useEffect(() => {
    onStepUp(async () => {
      const [{ StepUpDialog: Dialog }, hasPassword] = await Promise.all([import("./step-up-dialog.tsx"), prover.hasPassword()]);
      return new Promise((resolve) =>
        setAsking({
          Dialog,
          hasPassword,
          answer(isProven) {
            setAsking(null);
            resolve(isProven);
          },
        }),
      );
    });
  }, []);
  return asking && <asking.Dialog {...prover} hasPassword={asking.hasPassword} answer={asking.answer} />;
}
