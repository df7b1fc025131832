import { useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { focusFirstProblem } from "./first-problem.ts";

const LONG_AGO = "1970-01-01";

/**
 * Validates the date fields of a form. A date that is typed in part has the value of an empty field, so only the field itself knows about it.
 */
export function useDates() {
  const { t, formats } = useReader();
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  // A field without a first day of its own has one long ago, and a year that is still being typed lies before it.
  const wordsOf = ({ validity, min, value }: HTMLInputElement) =>
    validity.rangeUnderflow && value >= LONG_AGO ? t("page.error.early", { date: formats.day(min) }) : t("page.error.date");
  return {
    problemOf: (name: string) => wrong[name] ?? null,
    /** Whether each date field of the form is empty or a full date. If not, the first other one gets the focus. */
    check(form: HTMLFormElement) {
      const fields = [...form.querySelectorAll<HTMLInputElement>("input[type^=date]")];
      const found = fields.filter(({ validity }) => !validity.valid);
      setWrong(Object.fromEntries(found.map((field) => [field.name, wordsOf(field)])));
      if (found.length > 0) focusFirstProblem();
      return found.length === 0;
    },
  };
}
