import { useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { focusFirstProblem } from "./first-problem.ts";

/**
 * Validates the date fields of a form. A date that is typed in part has the value of an empty field, so only the field itself knows about it.
 */
export function useDates() {
  const { t } = useReader();
  const [wrong, setWrong] = useState<readonly string[]>([]);
  return {
    problemOf: (name: string) => (wrong.includes(name) ? t("page.error.date") : null),
    /** Whether each date field of the form is empty or a full date. If not, the first other one gets the focus. */
    check(form: HTMLFormElement) {
      const fields = [...form.querySelectorAll<HTMLInputElement>("input[type^=date]")];
      const names = fields.flatMap(({ validity, name }) => (validity.valid ? [] : [name]));
      setWrong(names);
      if (names.length > 0) focusFirstProblem();
      return names.length === 0;
    },
  };
}
