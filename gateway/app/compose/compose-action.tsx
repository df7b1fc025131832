import type { VNode } from "preact";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { onward } from "../client/navigation.ts";
import { Refused } from "../ui/form/form.tsx";
import { Changed, changeOf } from "./compose-changed.tsx";
import type { Offer, Shown } from "./compose-offer.ts";

interface ComposeActionProps {
  /** Path of the page where the message is written. */
  readonly page: string;
  readonly terms: ComposeTerms;
  readonly offer: Offer;
  readonly isSignedIn: boolean;
  /** The top-up that must come first; null: none is needed. */
  readonly topUp: string | null;
  /** The terms at the last attempt that sent nothing; null: there was none. */
  readonly before: Shown | null;
  readonly busy: boolean;
}

/** The send button, the reason why the last attempt failed, and other actions. */
export function ComposeAction({ page, terms, offer, isSignedIn, topUp, before, busy }: ComposeActionProps): VNode {
  const { t } = useReader();
  const { currency } = terms;
  const change = before && changeOf(before, offer);
  return (
    <>
      {before && change ? <Changed change={change} before={before} offer={offer} terms={terms} /> : <Refused />}
      <p class="actions">
        <Button type="submit" kind="primary" busy={busy}>
          <Action isSignedIn={isSignedIn} offer={offer} topUp={topUp} currency={currency} />
        </Button>
        {!isSignedIn && <a href={`/login${onward(page)}`}>{t("page.login.signIn")}</a>}
        {topUp !== null && <a href={`/wallet?add=${topUp}&next=${encodeURIComponent(page)}`}>{t("page.compose.otherAmount")}</a>}
      </p>
      {topUp !== null && <p class="hint">{t("page.compose.addHint")}</p>}
    </>
  );
}

interface ActionProps extends Pick<ComposeActionProps, "isSignedIn" | "offer" | "topUp"> {
  readonly currency: string;
}

/** The label of the button. */
function Action({ isSignedIn, offer: { price }, topUp, currency }: ActionProps): VNode {
  const { t, formats } = useReader();
  if (!isSignedIn) return <>{t("page.compose.createAndSend")}</>;
  if (topUp !== null) return <>{t("page.compose.add", { amount: formats.money(topUp, currency) })}</>;
  return <>{price === null ? t("page.compose.send") : t("page.compose.sendFor", { amount: formats.money(price, currency) })}</>;
}
