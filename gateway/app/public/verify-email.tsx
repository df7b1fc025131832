import { render } from "preact";
import { ConfirmedAddress } from "#gateway/ui/account/confirmed-address.tsx";
import { ReaderContext } from "#gateway/ui/parts/reader.tsx";
import { pastedToken } from "#gateway/ui/pasted-token.ts";
import { forgetMe, whoAmI } from "../client/me.ts";
import { go } from "../client/navigation.ts";
import { isRefusal } from "../client/refusal.ts";
import { reader } from "../client/visitor.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { confirmAddress } from "./confirm-address.ts";
import { wanted } from "./wanted.ts";

/** Confirms the address in place: only the script's request carries the key of the browser that registered. */
export function enhanceConfirmation(form: HTMLFormElement): void {
  let isBusy = false;
  const problem = document.createElement("div");
  form.before(problem);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    const about = await reader();
    const draw = (content: Parameters<typeof render>[0], place: Element) =>
      render(<ReaderContext.Provider value={about}>{content}</ReaderContext.Provider>, place);
    draw(null, problem);
    try {
      const { email, isSignedIn } = await confirmAddress(pastedToken(String(new FormData(form).get("token"))));
      const main = document.getElementById("main");
      const { next, to } = wanted();
      forgetMe();
      if (isSignedIn || (await whoAmI())?.email === email) return go(next || "/messages", "replace");
      if (!main) return;
      main.replaceChildren();
      draw(<ConfirmedAddress {...{ email, next, to }} />, main);
      main.querySelector("h1")?.focus();
    } catch (error) {
      isBusy = false;
      // The page of the server says what a spent link means, and sends another one.
      if (isRefusal(error)) form.submit();
      else draw(<ErrorNote error={error} />, problem);
    }
  });
}
