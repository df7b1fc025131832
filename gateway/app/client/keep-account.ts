import { cancelDeletion } from "#libs/contracts/account/gdpr.ts";
import { api, session } from "./api.ts";

/** Takes back the deletion of the account. */
export async function keepAccount(): Promise<void> {
  await api.call(cancelDeletion);
  // The token says that the account is about to be deleted; the next one does not.
  const token = await session.token();
  if (token !== null) await session.renewed(token);
}
