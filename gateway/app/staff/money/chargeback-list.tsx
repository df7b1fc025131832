import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Money, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import {
  type ChargebackFilter,
  type ChargebackStatus,
  listChargebacks,
  rejectWriteOff,
  writeOffChargeback,
} from "#libs/contracts/wallet/chargebacks.ts";
import { listPage } from "../parts/cases.tsx";
import { Decision, type DecisionProps } from "../parts/decision.tsx";
import { Person } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { FirstRequest } from "./first-request.tsx";
import { MAX_REASON } from "./max-reason.ts";
import { Proposal } from "./proposal.tsx";

interface Wanted {
  readonly id?: string;
  readonly status?: ChargebackFilter;
  readonly page?: number;
  readonly limit?: number;
}

const chargebacksOf = (wanted: Wanted) => staffApi.call(listChargebacks, wanted);

type Chargeback = Awaited<ReturnType<typeof chargebacksOf>>["items"][number];

const STATES = {
  OPEN: { kind: "warn", text: "page.staffMoney.disputeOpen" },
  LOST: { kind: "danger", text: "page.staffMoney.disputeLost" },
  WON: { kind: "good", text: "page.staffMoney.disputeWon" },
} as const satisfies Record<ChargebackStatus, { readonly kind: string; readonly text: TextKey }>;

/** Payments that the payer's bank takes back. */
export default listPage<Chargeback, ChargebackFilter>({
  path: "/admin/chargebacks",
  title: "page.console.chargebacks",
  kind: "CHARGEBACK",
  queue: "chargebacks",
  none: "page.staffMoney.noChargebacks",
  isOnlyList: true,
  tabs: {
    by: "status",
    texts: {
      OPEN: STATES.OPEN.text,
      LOST: STATES.LOST.text,
      WON: STATES.WON.text,
      PROPOSED: "page.staffMoney.waitsForSecond",
    },
  },
  filters: ["id", "userId"],
  csv: listChargebacks,
  // An id names one, which may be in any state.
  list: ({ tab, page, limit, filters }) => chargebacksOf({ ...filters, ...(filters.id === undefined && { status: tab }), page, limit }),
  idOf: ({ chargebackId }) => chargebackId,
  usersIn: ({ userId, approval }) => [userId, ...(approval === null ? [] : [approval.by])],
  Row: ChargebackRow,
});

function ChargebackRow({ item }: { readonly item: Chargeback }): VNode {
  const { t } = useReader();
  const { me, may } = useStaff();
  const [decided, setDecided] = useState<Chargeback | null>(null);
  const [isOpen, setOpen] = useState(false);
  const now = decided?.chargebackId === item.chargebackId ? decided : item;
  const { chargebackId, userId, amount, writtenOff, currency, status, reason, answerBy, openedAt, approval } = now;
  const { owed } = now;
  const { kind, text } = STATES[status];
  const mayWriteOff = owed !== NOTHING && userId !== me.id && approval?.by !== me.id && may(writeOffChargeback);
  const facts = useFacts(now);
  const look = async () => setDecided((await chargebacksOf({ id: chargebackId })).items[0] ?? null);
  return (
    <>
      <span class="text">
        <span>
          <Person userId={userId} />
        </span>
        <span class="hint">
          <Time at={openedAt} as="relative" /> {"· "}
          <bdi dir="ltr">{reason}</bdi>
          {status === "OPEN" && answerBy !== null && (
            <>
              {" · "}
              {t("page.staffMoney.answerBy")} <Time at={answerBy} />
            </>
          )}
        </span>
        {approval !== null && userId !== me.id && (
          <Proposal
            by={approval.by}
            id={`write off ${chargebackId}`}
            rejects={rejectWriteOff}
            reject={(text, idempotencyKey) => staffApi.call(rejectWriteOff, { chargebackId, reason: text }, { idempotencyKey })}
            done={look}
            {...{ facts }}
          />
        )}
        {mayWriteOff && (
          <span>
            <Button onClick={() => setOpen(true)}>{t("page.staffMoney.writeOff")}</Button>
          </span>
        )}
        {isOpen && <WriteOff {...{ of: now, facts }} done={look} close={() => setOpen(false)} />}
      </span>
      <span class="end">
        <Money amount={amount} currency={currency} />
        <span class="hint">
          <Badge kind={kind}>{t(text)}</Badge>
        </span>
        {writtenOff !== NOTHING && (
          <span class="hint">
            {t("page.staffMoney.writtenOff")} <Money amount={writtenOff} currency={currency} />
          </span>
        )}
      </span>
    </>
  );
}

const NOTHING = "0.00";

/** What both dialogs name. */
function useFacts({ userId, claimed, amount, owed, currency, approval }: Chargeback): DecisionProps["facts"] {
  const { t } = useReader();
  return [
    [t("page.staffMoney.holder"), <Person key="holder" userId={userId} isPlain />],
    [t("page.staffMoney.claimed"), <Money key="claimed" amount={claimed} currency={currency} />],
    [t("page.staffMoney.booked"), <Money key="booked" amount={amount} currency={currency} />],
    [t("page.staffMoney.writeOff"), <Money key="owed" amount={owed} currency={currency} />],
    ...(approval === null ? [] : [[t("page.staffMoney.firstRequest"), <FirstRequest key="first" of={approval} />] as const]),
  ];
}

interface WriteOffProps {
  readonly of: Chargeback;
  readonly facts: DecisionProps["facts"];
  done(): void;
  close(): void;
}

/** Both people see the same dialog; it says who was first. */
function WriteOff({ of: { chargebackId }, facts, done, close }: WriteOffProps): VNode {
  const { t } = useReader();
  return (
    <Decision
      id={["write off", chargebackId]}
      title={t("page.staffMoney.writeOff")}
      verb={t("page.staffMoney.writeOff")}
      kind="danger"
      facts={facts}
      reason={{ readBy: t("page.staffMoney.readByStaff"), maxLength: MAX_REASON }}
      send={(reason, idempotencyKey) => staffApi.call(writeOffChargeback, { chargebackId, reason }, { idempotencyKey })}
      meanwhile={() => Promise.resolve(null)}
      {...{ done, close }}
    >
      {t("page.staffMoney.writeOffWhat")}
    </Decision>
  );
}
