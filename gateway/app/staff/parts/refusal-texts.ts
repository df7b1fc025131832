import { getLocaleTexts } from "#libs/contracts/content/index.ts";
import { staffApi } from "../staff-session.ts";

/** The interface's own sentences of refusals that an answer names by their keys; nothing is asked for without one. */
export async function refusalTexts(keys: readonly string[]): Promise<(key: string) => string> {
  if (keys.length === 0) return (key) => key;
  const { messages } = await staffApi.call(getLocaleTexts, { locale: document.documentElement.lang });
  return (key) => messages[`${key}.forStaff`] ?? messages[key] ?? key;
}
