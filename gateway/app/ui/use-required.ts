import { useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { focusFirstProblem } from "./first-problem.ts";

/** What a form cannot be sent without: the button stays usable, and a press has what is missing said at its field. */
export function useRequired() {
  const { t } = useReader();
  const [isMissed, setMissed] = useState(false);
  return {
    problemOf: (value: string) => (isMissed && value.trim() === "" ? t("page.error.empty") : null),
    /** Whether all of them are there; else the first that is missing gets the focus. */
    check(...values: readonly string[]) {
      const isComplete = values.every((value) => value.trim() !== "");
      setMissed(!isComplete);
      if (!isComplete) focusFirstProblem();
      return isComplete;
    },
  };
}
