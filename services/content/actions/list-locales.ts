import { implement } from "#libs/contract-kit/implement.ts";
import { listLocales } from "#libs/contracts/content/index.ts";
import { LOCALES } from "#libs/contracts/shared.ts";
import { locales } from "#libs/platform/i18n/locales.ts";

/** GET /public/i18n/locales */
export const listLocalesAction = () => implement(listLocales, async () => LOCALES.map((code) => ({ code, ...locales[code] })));
