import type { VNode } from "preact";
import { FAN_MOVEMENTS } from "#gateway/ui/movement-kinds.ts";
import { Icon, type IconName } from "#gateway/ui/parts/icons.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { type LedgerKind, listWalletTransactions } from "#libs/contracts/wallet/index.ts";
import { api } from "../client/api.ts";
import { newestSent, type Session, sessionsWith } from "../client/message-pages.ts";
import { heldOf } from "../ui/overview/message-rows.tsx";

const PAGE_SIZE = 25;

/** A page of the reader's wallet movements, and the messages whose price is held, with the conversations that they belong to. */
export async function walletMovements(page: number) {
  const [movements, sent] = await Promise.all([api.call(listWalletTransactions, { page, limit: PAGE_SIZE }), newestSent()]);
  const held = heldOf(sent);
  const paid = movements.items.flatMap(({ escrow }) => escrow ?? []);
  return { movements, held, sessions: await sessionsWith(new Set([...paid, ...held].map(({ receiverId }) => receiverId))) };
}

type WalletMovements = Pick<Awaited<ReturnType<typeof walletMovements>>, "movements" | "sessions">;
type Movement = WalletMovements["movements"]["items"][number];

const KINDS: Readonly<Partial<Record<LedgerKind, TextKey>>> = FAN_MOVEMENTS;

/** Outcomes of money that was held for a message. */
const HELD = {
  HELD: "page.wallet.heldFor",
  RELEASED: "page.wallet.paidTo",
  REFUNDED: "page.wallet.heldAndReturned",
  REVERSED: "page.wallet.reversedSince",
} as const satisfies Record<NonNullable<Movement["escrow"]>["status"], TextKey>;

/** Signs and tones of these outcomes, and of other movements by their direction. */
const SIGNS = {
  HELD: { tone: "held", icon: "clock" },
  RELEASED: { tone: "good", icon: "done" },
  REFUNDED: { tone: "back", icon: "back" },
  REVERSED: { tone: "back", icon: "back" },
  IN: { tone: "", icon: "add" },
  OUT: { tone: "back", icon: "back" },
} as const satisfies Record<keyof typeof HELD | "IN" | "OUT", { readonly tone: string; readonly icon: IconName }>;

/** Incoming and outgoing amounts of the wallet, with their outcome. */
export function MovementRows({ movements: { items }, sessions }: WalletMovements): VNode {
  const { t } = useReader();
  return (
    <ul class="list">
      {items.map((movement) => {
        const { id, amount, balanceAfter, createdAt, escrow } = movement;
        const session = escrow ? sessions.get(escrow.receiverId) : undefined;
        const receipt = receiptOf(movement, session);
        const { tone, icon } = SIGNS[escrow?.status ?? (amount.startsWith("-") ? "OUT" : "IN")];
        return (
          <li key={id} class="item">
            <span class={`mark-box ${tone}`}>
              <Icon name={icon} />
            </span>
            <span class="text">
              <span>
                <What movement={movement} session={session} />
              </span>
              <span class="hint">
                <Time at={createdAt} />
              </span>
              {receipt !== null && (
                <a class="paper" href={receipt}>
                  {t("page.receipt.title")}
                </a>
              )}
            </span>
            <span class="end">
              <Money amount={amount} currency={CURRENCY} />
              <span class="hint">
                {t("page.wallet.after")} <Money amount={balanceAfter} currency={CURRENCY} />
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface WhatProps {
  readonly movement: Movement;
  /** The conversation with the receiver of the message. */
  readonly session: Session | undefined;
}

function What({ movement: { kind, escrow }, session }: WhatProps): VNode {
  const { t } = useReader();
  if (!escrow) return <>{t(KINDS[kind] ?? "page.wallet.kind.other")}</>;
  const other = session?.counterpart;
  const name = <Name>{other?.displayName ?? other?.username ?? t("page.messages.someone")}</Name>;
  return (
    <Sentence
      of={kind === "REFUND" ? "page.wallet.returnedFrom" : HELD[escrow.status]}
      parts={{ name: session ? <a href={`/messages/${session.id}`}>{name}</a> : name }}
    />
  );
}

/** Path of the receipt of a payment, which also says what was given back; null: nothing was paid. */
function receiptOf({ kind, reference, escrow }: Movement, session: Session | undefined): string | null {
  if (kind === "TOPUP") return `/wallet/topups/${reference.id}/receipt`;
  return session && escrow?.status === "RELEASED" ? `/messages/${session.id}/receipts/${reference.id}` : null;
}
