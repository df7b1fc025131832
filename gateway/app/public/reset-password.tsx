import { PasswordSaved } from "#gateway/ui/account/password-saved.tsx";
import { pastedToken } from "#gateway/ui/pasted-token.ts";
import { resetPassword } from "#libs/contracts/account/index.ts";
import { anonymousClient } from "../client/contract-client.ts";
import { sendInPlace } from "./send-in-place.tsx";

/** Saves the new password with the cookie of the device, so that the others of this browser stay known. */
export function sendForm(form: HTMLFormElement): Promise<void> {
  return sendInPlace(form, async (fields) => {
    const [token, password] = [pastedToken(String(fields.get("token"))), String(fields.get("password"))];
    await anonymousClient().call(resetPassword, { token, password });
    return <PasswordSaved />;
  });
}
