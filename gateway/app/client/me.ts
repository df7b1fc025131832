import { getMe } from "#libs/contracts/account/index.ts";
import { api, session } from "./api.ts";

let asked: ReturnType<typeof ask> | null = null;

const ask = () => api.call(getMe);

/** The signed-in user, as {@link whoAmI} returns it. */
export type Me = Awaited<ReturnType<typeof ask>>;

/** The signed-in user, loaded once per session; null: signed out. Throws the API's errors. */
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

/** Whether the user has a creator page. */
export function isCreator(me: Pick<Me, "intent"> | null): boolean {
  return me !== null && me.intent !== "FAN";
}

/** Call it when the user has changed or another one signs in. */
export function forgetMe(): void {
  asked = null;
}

session.onEnd(forgetMe);
