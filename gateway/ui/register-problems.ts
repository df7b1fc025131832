import type { Texts } from "./texts.ts";

interface Refusal {
  readonly key: string;
  /** In the language of the page. */
  readonly message: string;
  /** Each begins with the name of a field. */
  readonly details: readonly string[];
}

/** Messages for the fields of a refused registration; null: the error is about no field. */
export function registerProblems(t: Texts, { key, message, details }: Refusal) {
  const problemOf = (field: string, problem: string) => (details.some((detail) => detail.startsWith(`${field} `)) ? problem : null);
  const problems = {
    nameProblem: problemOf("displayName", key === "error.unreadable_text" ? message : t("page.error.field")),
    emailProblem: key === "auth.register.email_taken" ? message : problemOf("email", t("page.register.emailProblem")),
    passwordProblem: key === "auth.password.too_common" ? message : problemOf("password", t("page.error.field")),
  };
  return Object.values(problems).some((problem) => problem !== null) ? problems : null;
}
