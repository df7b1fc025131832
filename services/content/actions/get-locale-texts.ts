import { implement } from "#libs/contract-kit/implement.ts";
import { getLocaleTexts } from "#libs/contracts/content/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { bundleOf } from "#libs/platform/i18n/bundles.ts";
import { isLocale, locales } from "#libs/platform/i18n/locales.ts";

/** GET /public/i18n/{locale} */
export const getLocaleTextsAction = () =>
  implement(getLocaleTexts, async ({ params: { locale } }) => {
    if (!isLocale(locale)) throw new AppError("i18n.error.locale_not_found");
    return { locale, direction: locales[locale].direction, messages: { ...bundleOf(locale) } };
  });
