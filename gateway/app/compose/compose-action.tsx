import type { VNode } from "preact";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import { onward } from "../client/navigation.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import type { Offer } from "./compose-offer.ts";
import type { Sending } from "./compose-send.ts";
import type { Adding } from "./compose-top-up.ts";

interface ComposeActionProps {
  /** Path of the page where the message is written. */
  readonly page: string;
  readonly terms: ComposeTerms;
  readonly offer: Offer;
  readonly isSignedIn: boolean;
  /** The top-up that must come first; null: none is needed. */
  readonly topUp: string | null;
  readonly sending: Omit<Sending, "send">;
  readonly adding: Omit<Adding, "begin">;
}

/** The send button, the reason why the last attempt failed, and other actions. */
export function ComposeAction({ page, terms: { currency }, offer, isSignedIn, topUp, sending, adding }: ComposeActionProps): VNode {
  const { t } = useReader();
  const before = sending.minimumBefore;
  const isChanged = before !== null && offer.minimum !== null && before !== offer.minimum;
  const failure = isChanged ? null : (sending.failure ?? adding.failure);
  return (
    <>
      {isChanged && (
        <p class="notice warn" role="alert">
          <Sentence
            of="page.compose.raised"
            parts={{ before: <Money amount={before} currency={currency} />, now: <Money amount={offer.minimum} currency={currency} /> }}
          />
        </p>
      )}
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button type="submit" kind="primary" busy={sending.busy || adding.busy}>
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
