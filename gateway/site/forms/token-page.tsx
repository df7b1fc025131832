import type { ComponentChildren } from "preact";
import { EndedLink } from "#gateway/ui/parts/token-form.tsx";
import { pastedToken } from "#gateway/ui/pasted-token.ts";
import { AppError, isErrorKey } from "#libs/errors/app-error.ts";
import type { ErrorKey } from "#libs/errors/catalogue/index.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import type { Page, PageContext, View } from "../page.ts";

/** The token of a form. */
export const tokenOf = (fields: URLSearchParams): string => pastedToken(fields.get("token") ?? "");

/** Returns the action's error when it is one of these; throws all others. */
export async function refusalOf(work: Promise<unknown>, keys: readonly ErrorKey[]): Promise<AppError | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof AppError && isErrorKey(error.key) && keys.includes(error.key)) return error;
    throw error;
  }
}

/** The text of an error in the language of the page. */
export const saidBy = ({ locale }: PageContext, { key, vars }: AppError): string => translate(locale, key, vars);

/** A page with one heading and its content. */
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

/** The response to a token that is used, expired or unknown. */
export function ended({ t }: PageContext, wayOn: ComponentChildren): View {
  return { title: t("page.token.ended"), status: 400, main: <EndedLink>{wayOn}</EndedLink> };
}

/** A page that is reached by a link in a mail. */
export const tokenPage = (page: Omit<Page, "shell" | "isSecret">): Page => ({ ...page, shell: "public", isSecret: true });
