import { getMe } from "#libs/contracts/account/index.ts";
import { api, session } from "./api.ts";

let asked: ReturnType<typeof ask> | null = null;

const ask = () => api.call(getMe);

/** The user who is signed in, as {@link whoAmI} answers. */
export type Me = Awaited<ReturnType<typeof ask>>;

/** Whoever is signed in, asked once in a session; null: nobody. Throws what the interface answers. */
export async function whoAmI(): Promise<Me | null> {
  if ((await session.token()) === null) return null;
  asked ??= ask();
  try {
    return await asked;
  } catch (error) {
    asked = null;
    throw error;
  }
}

/** Whether somebody has a page of their own. */
export function isCreator(me: Pick<Me, "intent"> | null): boolean {
  return me !== null && me.intent !== "FAN";
}

/** The user has changed, or another one signs in. */
export function forgetMe(): void {
  asked = null;
}

session.onEnd(forgetMe);
