import type { Formats } from "#gateway/ui/formats.ts";
import type { Problems } from "#gateway/ui/parts/problems.ts";
import type { Texts } from "#gateway/ui/texts.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const LONG_AGO = "1970-01-01";

/** The fields of a form that can be refused, in their order. */
const controlsOf = (form: HTMLFormElement): readonly Control[] =>
  [...form.elements].filter((each): each is Control => "willValidate" in each && "name" in each && each.name !== "" && "value" in each);

/** Whether a form has a field that its reader sees. */
export const hasField = (form: HTMLFormElement, name: string): boolean =>
  controlsOf(form).some((control) => control.name === name && control.type !== "hidden");

/** What is wrong in a form before it is sent, by field. */
export function problemsIn(form: HTMLFormElement, t: Texts, formats: Formats): Problems {
  const problems: Record<string, string> = {};
  for (const control of controlsOf(form)) {
    const problem = control.willValidate ? problemOf(control, t, formats) : null;
    if (problem !== null) problems[control.name] ??= problem;
  }
  return problems;
}

function problemOf(control: Control, t: Texts, formats: Formats): string | null {
  const { validity, value, required, dataset } = control;
  if (validity.customError) return control.validationMessage;
  // A date that is typed in part has the value of an empty field.
  if (validity.badInput || validity.rangeUnderflow || validity.rangeOverflow) return dateProblem(control, t, formats);
  if (required && (validity.valueMissing || value.trim() === "")) return dataset.missing ?? t("page.error.empty");
  if (validity.typeMismatch) return t("page.register.emailProblem");
  const [most, least] = [Number(dataset.most ?? Number.POSITIVE_INFINITY), Number(dataset.least ?? 0)];
  if (value.length > most) return t("page.limit.most", { maximum: formats.number(most) });
  return value !== "" && value.length < least ? t("page.limit.least", { minimum: formats.number(least) }) : null;
}

/** A field without a first day of its own has one long ago, and a year that is still being typed lies before it. */
function dateProblem(control: Control, t: Texts, formats: Formats): string {
  const isEarly = control.validity.rangeUnderflow && control.value >= LONG_AGO;
  return isEarly ? t("page.error.early", { date: formats.day((control as HTMLInputElement).min) }) : t("page.error.date");
}
