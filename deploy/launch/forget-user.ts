import { normalizeEmail } from "#libs/kernel/mail-address.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { sessionStore } from "#services/account/data/session.store.ts";
import { users } from "#services/account/data/user.model.ts";

/**
 * Deletes the document of a user, as if it were lost, and revokes the sessions with USER_GONE. Tests need it for tokens whose user no
 * longer exists. Does nothing for an unknown address.
 */
export async function forgetUser({ clock, database }: Pick<Runtime, "clock" | "database">, email: string): Promise<void> {
  const accounts = database("account");
  await accounts.transaction(async (tx) => {
    const user = await accounts.collection(users).findOneAndDelete({ email: normalizeEmail(email) }, { tx });
    if (user) await sessionStore(accounts).revokeAll(tx, user._id, { reason: "USER_GONE", at: clock.now() });
  });
}
