import { cancelDeletion } from "#libs/contracts/account/gdpr.ts";
import { api, session } from "./api.ts";

/** Cancels the deletion of the account. */
export async function keepAccount(): Promise<void> {
  await api.call(cancelDeletion);
  // The access token still says that the account awaits deletion; a renewed one does not.
  const token = await session.token();
  if (token !== null) await session.renewed(token);
}
