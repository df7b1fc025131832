import type { ComponentChildren } from "preact";
import { EndedLink } from "#gateway/ui/parts/token-form.tsx";
import { pastedToken } from "#gateway/ui/pasted-token.ts";
import { AppError, isErrorKey } from "#libs/errors/app-error.ts";
import type { ErrorKey } from "#libs/errors/catalogue/index.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import type { Page, PageContext, View } from "../page.ts";

/** The token of a form. */
export const tokenOf = (fields: URLSearchParams): string => pastedToken(fields.get("token") ?? "");

/** What an action refused, when it is one of these; everything else is thrown. */
export async function refusalOf(work: Promise<unknown>, keys: readonly ErrorKey[]): Promise<AppError | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof AppError && isErrorKey(error.key) && keys.includes(error.key)) return error;
    throw error;
  }
}

/** What an error says, in the language of the page. */
export const saidBy = ({ locale }: PageContext, { key, vars }: AppError): string => translate(locale, key, vars);

/** A page of one heading and what stands below it. */
export function titled(title: string, children: ComponentChildren): View {
  return {
    title,
    main: (
      <>
        <h1>{title}</h1>
        {children}
      </>
    ),
  };
}

/** The answer to a token that is spent, too old or none of ours. */
export function ended({ t }: PageContext, wayOn: ComponentChildren): View {
  return { title: t("page.token.ended"), status: 400, main: <EndedLink>{wayOn}</EndedLink> };
}

/** A page that is reached by a link in a mail. */
export const tokenPage = (page: Omit<Page, "shell" | "isSecret">): Page => ({ ...page, shell: "public", isSecret: true });
