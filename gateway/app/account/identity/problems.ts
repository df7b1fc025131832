import type { Texts } from "#gateway/ui/texts.ts";
import { ApiError } from "#libs/client/send.ts";
import { IDENTITY_FILES } from "#libs/contracts/creator/terms.ts";

/** Why a field or a file of the form is refused, by its name. */
export type IdentityProblems = Readonly<Record<string, string>>;

const FIELDS = ["legalName", "birthDate", "country", "line1", "line2", "postalCode", "city", "documentKind"] as const;
const FILES: readonly string[] = IDENTITY_FILES;

/** What a refusal says about fields and files; empty: it is about the form as a whole. */
export function problemsIn(t: Texts, error: unknown): IdentityProblems {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.details.flatMap((detail) => {
      // `address.line1 is required`
      const [, name = ""] = /^(?:address\.)?(\w+)/.exec(detail) ?? [];
      if (FILES.includes(name)) return [[name, t("page.identity.fileMissing")]];
      if (!FIELDS.some((field) => field === name)) return [];
      if (error.i18nKey === "creator.kyc.under_age") return [[name, error.message]];
      return [[name, t(detail.endsWith("is required") ? "page.error.empty" : "page.error.field")]];
    }),
  );
}
