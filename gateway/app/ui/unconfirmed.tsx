import { render, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { type Reader, ReaderContext, useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { resendVerification } from "#libs/contracts/account/index.ts";
import { session, visitorApi } from "../client/api.ts";
import { forgetMe, whoAmI } from "../client/me.ts";
import { ErrorNote } from "./error-note.tsx";
import { useWork } from "./use-work.ts";

/** Above the page while the reader's address is not confirmed. @param isSaid the page says it itself */
export function showUnconfirmed(about: Reader, isSaid = false): void {
  const main = document.getElementById("main");
  if (!main) return;
  const before = document.getElementById("unconfirmed");
  const place = before ?? document.createElement("div");
  place.hidden = isSaid;
  if (before) return;
  place.id = "unconfirmed";
  main.before(place);
  render(
    <ReaderContext.Provider value={about}>
      <Unconfirmed />
    </ReaderContext.Provider>,
    place,
  );
}

/** The address may be confirmed elsewhere at any time, so each return asks again. @param known the address that is not confirmed, if known */
export function Unconfirmed({ known = null }: { readonly known?: string | null }): VNode | null {
  const { t } = useReader();
  const [email, setEmail] = useState(known);
  const [isSent, setSent] = useState(false);
  const { busy, failure, run } = useWork();
  const ask = async () => {
    // Without an answer the state stays as it was.
    const me = await whoAmI().catch(() => undefined);
    if (me !== undefined) setEmail(me && !me.emailVerified ? me.email : null);
  };
  useEffect(() => {
    void ask();
    session.onEnd(() => setEmail(null));
  }, []);
  useEffect(() => {
    if (email === null) return;
    const askAgain = () => {
      if (document.hidden) return;
      forgetMe();
      void ask();
    };
    document.addEventListener("visibilitychange", askAgain);
    return () => document.removeEventListener("visibilitychange", askAgain);
  }, [email]);
  if (email === null) return null;
  const send = async () => {
    setSent(false);
    setSent(await run(() => visitorApi.call(resendVerification, { email })));
  };
  const address = { email: <bdi dir="ltr">{email}</bdi> };
  return (
    <aside class="notice warn" aria-label={t("page.verify.title")}>
      <p>
        <Sentence of="page.unconfirmed.text" parts={address} />
      </p>
      <p class="actions">
        <a class="button" href="/verify-email">
          {t("page.refusal.confirm")}
        </a>
        <Button busy={busy} onClick={() => void send()}>
          {t("page.token.newLink")}
        </Button>
      </p>
      <p role="status">{isSent && <Sentence of="page.unconfirmed.sent" parts={address} />}</p>
      {failure !== null && <ErrorNote error={failure} />}
    </aside>
  );
}
