import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { freeEarnings, type HeldReason, type HeldStatus, listHeldEarnings } from "#libs/contracts/wallet/held-earnings.ts";
import { listEscrows } from "#libs/contracts/wallet/index.ts";
import { listPage } from "../parts/cases.tsx";
import { Decision } from "../parts/decision.tsx";
import { askForMissingNames } from "../parts/names.ts";
import { Person, PersonName } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { MAX_REASON } from "./max-reason.ts";

interface Wanted {
  readonly status: HeldStatus;
  readonly page: number;
  readonly limit: number;
}

const heldOf = (wanted: Wanted) => staffApi.call(listHeldEarnings, wanted);

type Held = Awaited<ReturnType<typeof heldOf>>["items"][number];

const STATES = {
  HELD: { kind: "warn", text: "page.staffMoney.heldWaits" },
  FREED: { kind: "good", text: "page.staffMoney.heldFreed" },
  MATURED: { kind: "neutral", text: "page.staffMoney.heldMatured" },
  REVERSED: { kind: "danger", text: "page.staffMoney.heldReversed" },
} as const satisfies Record<HeldStatus, { readonly kind: string; readonly text: TextKey }>;

const REASONS = { INSTRUMENT: "page.staffMoney.heldInstrument", DEVICE: "page.staffMoney.heldDevice" } as const satisfies Record<
  HeldReason,
  TextKey
>;

/** Earnings that wait longer because a creator may have paid for their own answer. */
export default listPage<Held, HeldStatus>({
  path: "/admin/held-earnings",
  title: "page.console.heldEarnings",
  kind: "ESCROW",
  queue: "heldEarnings",
  none: "page.staffMoney.noHeld",
  isOnlyList: true,
  tabs: {
    by: "status",
    texts: { HELD: STATES.HELD.text, FREED: STATES.FREED.text, MATURED: STATES.MATURED.text, REVERSED: STATES.REVERSED.text },
  },
  filters: ["userId"],
  csv: listHeldEarnings,
  list: ({ tab, page, limit, filters }) => heldOf({ ...filters, status: tab, page, limit }),
  idOf: ({ messageId }) => messageId,
  usersIn: ({ fanId, creatorId, decidedBy }) => [fanId, creatorId, ...(decidedBy === null ? [] : [decidedBy])],
  Row: HeldRow,
});

function HeldRow({ item }: { readonly item: Held }): VNode {
  const { t, formats } = useReader();
  const { me, may } = useStaff();
  const [freed, setFreed] = useState<Held | null>(null);
  const [isOpen, setOpen] = useState(false);
  const now = freed?.messageId === item.messageId ? freed : item;
  const { messageId, fanId, creatorId, amount, currency, status, reasons, heldAt, availableOn, decidedBy, reason } = now;
  const mayFree = status === "HELD" && ![fanId, creatorId].includes(me.id) && may(freeEarnings);
  return (
    <>
      <span class="text">
        <span>
          <Person userId={fanId} /> → <Person userId={creatorId} />
        </span>
        <span class="hint">
          <Time at={heldAt} as="relative" />
          {reasons.map((each) => ` · ${t(REASONS[each])}`)}
          {may(listEscrows) && (
            <>
              {" · "}
              <a href={`/admin/escrows?messageId=${messageId}`}>
                <Sentence of="page.staffMoney.message" parts={{ id: <PersonName userId={messageId} /> }} />
              </a>
            </>
          )}
        </span>
        {decidedBy !== null && reason !== null && (
          <span class="hint">
            <Person userId={decidedBy} /> · <Name>{reason}</Name>
          </span>
        )}
        {mayFree && (
          <span>
            <Button keys="a" onClick={() => setOpen(true)}>
              {t("page.staffMoney.heldFree")}
            </Button>
          </span>
        )}
        {isOpen && <Free of={now} freed={setFreed} close={() => setOpen(false)} />}
      </span>
      <span class="end">
        <Money amount={amount} currency={currency} />
        <span class="hint">
          <Badge kind={STATES[status].kind}>{t(STATES[status].text)}</Badge>
        </span>
        <span class="hint">
          {t("page.staffMoney.heldUntil")} <time dateTime={availableOn}>{formats.day(availableOn)}</time>
        </span>
      </span>
    </>
  );
}

interface FreeProps {
  readonly of: Held;
  freed(held: Held): void;
  close(): void;
}

function Free({ of: { messageId, fanId, creatorId, amount, currency }, freed, close }: FreeProps): VNode {
  const { t } = useReader();
  return (
    <Decision
      id={["free", messageId]}
      title={t("page.staffMoney.heldFree")}
      verb={t("page.staffMoney.heldFree")}
      kind="primary"
      facts={[
        [t("page.staffMoney.holder"), <Person key="fan" userId={fanId} isPlain />],
        [t("page.staffMoney.person"), <Person key="creator" userId={creatorId} isPlain />],
        [t("page.staffMoney.amount"), <Money key="amount" amount={amount} currency={currency} />],
      ]}
      reason={{ readBy: t("page.staffMoney.readByStaff"), maxLength: MAX_REASON }}
      send={async (reason, idempotencyKey) => {
        const held = await staffApi.call(freeEarnings, { messageId, reason }, { idempotencyKey });
        await askForMissingNames(held.decidedBy === null ? [] : [held.decidedBy]);
        freed(held);
      }}
      meanwhile={() => Promise.resolve(null)}
      done={() => undefined}
      close={close}
    >
      {t("page.staffMoney.heldFreeWhat")}
    </Decision>
  );
}
