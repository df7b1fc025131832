import { useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { focusFirstProblem } from "./first-problem.ts";

/** Validates required fields of a form. The button stays enabled; pressing it reports missing input at its field. */
export function useRequired() {
  const { t } = useReader();
  const [isMissed, setMissed] = useState(false);
  return {
    problemOf: (value: string) => (isMissed && value.trim() === "" ? t("page.error.empty") : null),
    /** Whether all values are present. If not, the first missing field gets the focus. */
    check(...values: readonly string[]) {
      const isComplete = values.every((value) => value.trim() !== "");
      setMissed(!isComplete);
      if (!isComplete) focusFirstProblem();
      return isComplete;
    },
  };
}
