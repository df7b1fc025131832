import { getMyProfile } from "#libs/contracts/creator/profile.ts";
import { api } from "./api.ts";
import { showWhoIsHere } from "./frame.ts";
import { isCreator, whoAmI } from "./me.ts";
import { OWN_PAGE } from "./session.ts";

/** Whoever has just signed in may have a page: their own visits say nothing about it, and the header leads to what creators have. */
export async function rememberOwnPage(): Promise<void> {
  try {
    if (!isCreator(await whoAmI())) return;
    const { id } = await api.call(getMyProfile);
    localStorage.setItem(OWN_PAGE, id);
    showWhoIsHere();
  } catch {
    // Nobody waits for this.
  }
}
