import type { Locale } from "#libs/contracts/shared.ts";
import { fill, isErrorKey } from "#libs/errors/app-error.ts";
import { catalogue } from "#libs/errors/catalogue/index.ts";

/** Text of an error key, its `{names}` filled in. */
export function translate(_locale: Locale, key: string, vars: Record<string, string | number> = {}): string {
  return isErrorKey(key) ? fill(catalogue[key].message, vars) : key;
}
