import type { ComponentChildren, VNode } from "preact";
import { EndedLink } from "#gateway/ui/account/token-form.tsx";
import { Problem } from "#gateway/ui/parts/controls.tsx";
import { ProblemsContext } from "#gateway/ui/parts/problems.ts";
import { pastedToken } from "#gateway/ui/pasted-token.ts";
import { problemsOf } from "#gateway/ui/refusals.ts";
import type { AppError } from "#libs/errors/app-error.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import type { Page, PageContext, View } from "../page.ts";

/** The token of a form. */
export const tokenOf = (fields: URLSearchParams): string => pastedToken(fields.get("token") ?? "");

/** The text of an error in the language of the page. */
const saidBy = ({ locale }: PageContext, { key, vars }: AppError): string => translate(locale, key, vars);

const plain = ({ key, details }: AppError) => ({ key, details: details.map(({ message }) => message) });

/** Whether a refusal is about a field. */
export const isAbout = (refusal: AppError, field: string): boolean =>
  field in
  problemsOf(
    (key) => key,
    { ...plain(refusal), message: "" },
    (name) => name === field,
  );

/** The form of a page again, with what was refused: at its fields, else as `refused`. */
export function Again({ context, refusal, fields, form }: AgainProps): VNode {
  const message = saidBy(context, refusal);
  const problems = problemsOf(context.t, { ...plain(refusal), message }, (name) => fields.includes(name));
  return (
    <ProblemsContext.Provider value={problems}>
      {form(Object.keys(problems).length > 0 ? null : <Problem>{message}</Problem>)}
    </ProblemsContext.Provider>
  );
}

interface AgainProps {
  readonly context: PageContext;
  readonly refusal: AppError;
  /** Those of the form. */
  readonly fields: readonly string[];
  readonly form: (refused: ComponentChildren) => ComponentChildren;
}

/** A page with one heading and its content. */
export function titled(title: string, children: ComponentChildren): View {
  return {
    title,
    main: (
      <div class="card sole">
        <h1>{title}</h1>
        {children}
      </div>
    ),
  };
}

/** The response to a token that is used, expired or unknown. */
export function ended({ t }: PageContext, wayOn: ComponentChildren): View {
  return { title: t("page.token.ended"), status: 400, main: <EndedLink>{wayOn}</EndedLink> };
}

/** A page that is reached by a link in a mail. */
export const tokenPage = (page: Omit<Page, "shell" | "isSecret">): Page => ({ ...page, shell: "public", isSecret: true });
