import { IDENTITY_FILES } from "#libs/contracts/creator/terms.ts";
import { ERROR_FIELDS } from "./error-fields.ts";
import type { Problems } from "./parts/problems.ts";
import type { TextKey, Texts } from "./texts.ts";

/** What the interface says of a request that it refused. */
export interface Refusal {
  readonly key: string;
  /** In the language of the page. */
  readonly message: string;
  /** The violated rules. Each begins with the name of a field. */
  readonly details: readonly string[];
}

const FIELDS: Readonly<Record<string, readonly string[] | null | undefined>> = ERROR_FIELDS;

/** What a refusal says about the fields that a form has; empty: it is about something else. */
export function problemsOf(t: Texts, { key, message, details }: Refusal, has: (field: string) => boolean): Problems {
  const field = FIELDS[key]?.find(has);
  if (field !== undefined) return { [field]: message };
  const problems: Record<string, string> = {};
  for (const detail of details) {
    // `address.line1 is required`
    const [, name = ""] = /^(?:\w+\.)*(\w+)/.exec(detail) ?? [];
    if (has(name)) problems[name] ??= key === "error.unreadable_text" ? message : textOf(t, name, detail);
  }
  return problems;
}

/** Fields that have words of their own. */
const WORDS: Readonly<Record<string, TextKey>> = {
  email: "page.register.emailProblem",
  terms: "page.register.termsProblem",
  ...Object.fromEntries(IDENTITY_FILES.map((kind) => [kind, "page.identity.fileMissing"] as const)),
};

/** The words for people of a violated rule, which says it in English. */
function textOf(t: Texts, field: string, rule: string): string {
  const [, bound, length = ""] = /(at most|at least) (\d+) characters$/.exec(rule) ?? [];
  if (bound === "at most") return t("page.limit.most", { maximum: length });
  const own = WORDS[field];
  if (own !== undefined) return t(own);
  if (length === "1" || rule.endsWith("is required")) return t("page.error.empty");
  if (bound === "at least") return t("page.limit.least", { minimum: length });
  return t("page.error.field");
}
