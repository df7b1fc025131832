import { ConfirmedAddress } from "#gateway/ui/account/confirmed-address.tsx";
import { pastedToken } from "#gateway/ui/pasted-token.ts";
import { forgetMe, whoAmI } from "../client/me.ts";
import { go } from "../client/navigation.ts";
import { confirmAddress } from "./confirm-address.ts";
import { sendInPlace } from "./send-in-place.tsx";
import { wanted } from "./wanted.ts";

/** Confirms the address with the key of the browser that registered. */
export function sendForm(form: HTMLFormElement): Promise<void> {
  return sendInPlace(form, async (fields) => {
    const { email, isSignedIn } = await confirmAddress(pastedToken(String(fields.get("token"))));
    const { next, to } = wanted();
    forgetMe();
    if (!isSignedIn && (await whoAmI())?.email !== email) return <ConfirmedAddress {...{ email, next, to }} />;
    go(next || "/messages", "replace");
    return null;
  });
}
