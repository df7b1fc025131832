import { getMyProfile } from "#libs/contracts/creator/profile.ts";
import { api } from "./api.ts";
import { setOwnPage } from "./browser/sign-in-mark.ts";
import { showWhoIsHere } from "./frame.ts";
import { isCreator, whoAmI } from "./me.ts";

/** Remembers the user's own creator page after signing in. Visits to it are not counted, and the header shows the creator links. */
export async function rememberOwnPage(): Promise<void> {
  try {
    if (!isCreator(await whoAmI())) return;
    const { id } = await api.call(getMyProfile);
    setOwnPage(id);
    showWhoIsHere();
  } catch {
    // Best effort: the caller does not wait for it.
  }
}
