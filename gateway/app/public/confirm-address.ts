import { verifyEmail } from "#libs/contracts/account/index.ts";
import { visitorApi } from "../client/api.ts";
import { beginSession } from "../client/begin-session.ts";

/** The address that a token confirmed; signed in when this browser had registered it. */
export async function confirmAddress(token: string): Promise<{ readonly email: string; readonly isSignedIn: boolean }> {
  const { email, accessToken, expiresIn } = await visitorApi.call(verifyEmail, { token });
  const isSignedIn = accessToken !== undefined && expiresIn !== undefined;
  if (isSignedIn) beginSession({ accessToken, expiresIn });
  return { email, isSignedIn };
}
