import { asUser } from "#libs/client/send.ts";
import { logout, refresh } from "#libs/contracts/account/index.ts";
import { isSignedIn, oweSignOut } from "../browser/sign-in-mark.ts";
import { anonymousClient, contractClient } from "../contract-client.ts";
import { orNull } from "../or-null.ts";

/** Ends the session of a sign-out that the interface has not heard of: its cookie is still good. The next page repeats what fails. */
export async function paySignOut(): Promise<void> {
  const renewed = isSignedIn() ? null : await orNull(anonymousClient().call(refresh, {}), 401);
  if (renewed) {
    const session = { token: async () => renewed.accessToken, renewed: async () => null };
    await contractClient("/api/v1", asUser(session)).call(logout);
  }
  oweSignOut(false);
}
