import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Money, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { cancelPayout, type PayoutStatus } from "#libs/contracts/wallet/payouts.ts";
import { api } from "../client/api.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { useWork } from "../ui/use-work.ts";

interface Payout {
  readonly payoutId: string;
  readonly status: PayoutStatus;
  readonly number: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly methodKind: string;
  readonly methodLabel: string;
  readonly reason: string | null;
  readonly requestedAt: string;
  readonly settledAt: string | null;
}

const STATES = {
  REQUESTED: { kind: "warn", text: "page.payouts.requested" },
  APPROVED: { kind: "warn", text: "page.payouts.approved" },
  PROCESSING: { kind: "warn", text: "page.payouts.processing" },
  PAID: { kind: "good", text: "page.payouts.paid" },
  FAILED: { kind: "danger", text: "page.payouts.failed" },
  CANCELLED: { kind: "neutral", text: "page.payouts.cancelled" },
} as const satisfies Record<PayoutStatus, { readonly kind: string; readonly text: TextKey }>;

/** The text that the API sends when the provider, and not a person, has refused. */
const REFUSED_BY_PROVIDER = "PROVIDER_REFUSED";

interface PayoutRowProps {
  readonly payout: Payout;
  /** The payout is no longer what the page shows. */
  changed(): void;
}

/** A payout, with what became of it; one that is not on its way can be cancelled, after a question. */
export function PayoutRow({ payout, changed }: PayoutRowProps): VNode {
  const { t } = useReader();
  const [asks, setAsks] = useState(false);
  const { busy, failure, run } = useWork();
  const { payoutId, status, number, amount, currency, methodKind, methodLabel, reason, requestedAt, settledAt } = payout;
  const cancel = async () => {
    await run(() => api.call(cancelPayout, { payoutId }));
    setAsks(false);
    changed();
  };
  return (
    <li class="item">
      <span class="text">
        <bdi>{methodKind === "PAYEE" ? t("page.payouts.account") : methodLabel}</bdi>
        <span class="hint">
          <Time at={settledAt ?? requestedAt} />
        </span>
        {number !== null && (
          <span class="hint">
            {t("page.receipt.number")} <code dir="ltr">{number}</code>
          </span>
        )}
        {status === "FAILED" && (
          <>
            <span class="hint">{t("page.payouts.failedHint")}</span>
            <span class="hint" dir="auto">
              {reason === REFUSED_BY_PROVIDER ? t("page.payouts.refused") : reason}
            </span>
          </>
        )}
        {(status === "REQUESTED" || status === "APPROVED") && (
          <span class="actions">
            <Button onClick={() => setAsks(true)}>{t("page.payouts.cancel")}</Button>
          </span>
        )}
      </span>
      <span class="end">
        <Money amount={amount} currency={currency} />
        <span class="hint">
          <Badge kind={STATES[status].kind}>{t(STATES[status].text)}</Badge>
        </span>
      </span>
      {failure !== null && <ErrorNote error={failure} />}
      {asks && (
        <Dialog title={t("page.payouts.cancel")} onClose={() => setAsks(false)}>
          <p>
            <Sentence of="page.payouts.cancelSure" parts={{ amount: <Money amount={amount} currency={currency} /> }} />
          </p>
          <p class="actions">
            <Button kind="danger" busy={busy} onClick={() => void cancel()}>
              {t("page.payouts.cancel")}
            </Button>
            <Button onClick={() => setAsks(false)}>{t("page.dialog.cancel")}</Button>
          </p>
        </Dialog>
      )}
    </li>
  );
}
