import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Money, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { type EscrowFilter, type EscrowStatus, listEscrows } from "#libs/contracts/wallet/index.ts";
import { listPage } from "../parts/cases.tsx";
import { askForMissingNames } from "../parts/names.ts";
import { Person, PersonName } from "../parts/person.tsx";
import { staffApi } from "../staff-session.ts";
import { GiveBack } from "./give-back.tsx";

const PATH = "/admin/escrows";

type Filters = Readonly<Record<string, string>>;

/** A message names one escrow, which may be in any state. */
const escrowsOf = (status: EscrowFilter, page: number, limit: number, filters: Filters) =>
  staffApi.call(listEscrows, { ...filters, ...(filters.messageId === undefined && { status }), page, limit });

type Escrow = Awaited<ReturnType<typeof escrowsOf>>["items"][number];

const STATES = {
  HELD: { kind: "warn", text: "page.state.waiting" },
  RELEASED: { kind: "good", text: "page.state.answered" },
  REFUNDED: { kind: "neutral", text: "page.state.refunded" },
  REVERSED: { kind: "neutral", text: "page.state.reversed" },
} as const satisfies Record<EscrowStatus, { readonly kind: string; readonly text: TextKey }>;

/** Prices of messages that are held, were paid to the creator, or given back. */
export default listPage<Escrow, EscrowFilter>({
  path: PATH,
  title: "page.console.escrows",
  kind: "ESCROW",
  none: "page.staffMoney.noEscrows",
  isOnlyList: true,
  tabs: {
    by: "status",
    texts: {
      HELD: STATES.HELD.text,
      RELEASED: STATES.RELEASED.text,
      REFUNDED: STATES.REFUNDED.text,
      REVERSED: STATES.REVERSED.text,
      PROPOSED: "page.staffMoney.waitsForSecond",
    },
  },
  filters: ["userId", "messageId"],
  csv: listEscrows,
  list: ({ tab, page, limit, filters }) => escrowsOf(tab, page, limit, filters),
  // The audit names an escrow by its message.
  idOf: ({ messageId }) => messageId,
  // Here, `creatorId` is the id of a user.
  usersIn: ({ fanId, creatorId, approval }) => [fanId, creatorId, ...(approval === null ? [] : [approval.by])],
  Row: EscrowRow,
});

function EscrowRow({ item }: { readonly item: Escrow }): VNode {
  const { t } = useReader();
  const [decided, setDecided] = useState<Escrow | null>(null);
  const now = decided?.id === item.id ? decided : item;
  const { messageId, fanId, creatorId, amount, status, heldAt, resolvedAt, reversed } = now;
  const look = async () => {
    const [found = null] = (await staffApi.call(listEscrows, { messageId })).items;
    await askForMissingNames(found?.approval ? [found.approval.by] : []);
    setDecided(found);
  };
  const { kind, text } = STATES[status];
  return (
    <>
      <span class="text">
        <span>
          <Person userId={fanId} /> <span class="turns">→</span> <Person userId={creatorId} />
        </span>
        <span class="hint">
          <Time at={resolvedAt ?? heldAt} as="relative" />
          {" · "}
          <a href={`${PATH}?status=${status}&messageId=${messageId}`}>
            <Sentence of="page.staffMoney.message" parts={{ id: <PersonName userId={messageId} /> }} />
          </a>
        </span>
        <GiveBack of={now} changed={look} />
      </span>
      <span class="end">
        <Money amount={amount} currency={CURRENCY} />
        <span class="hint">
          <Badge kind={kind}>{t(text)}</Badge>
        </span>
        {status === "RELEASED" && reversed !== "0.00" && (
          <span class="hint">
            {t("page.state.reversed")} <Money amount={reversed} currency={CURRENCY} />
          </span>
        )}
      </span>
    </>
  );
}
