import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import { approveAdjustment, rejectAdjustment } from "#libs/contracts/wallet/adjustments.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { Decision } from "../parts/decision.tsx";
import { askForMissingNames } from "../parts/names.ts";
import { Person, PersonName } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { type Correction, CorrectionState, findCorrection } from "./correction.tsx";
import { MAX_REASON } from "./max-reason.ts";
import { Turn } from "./turn.tsx";
import { BalanceAfter, WALLET_NAMES, type Wallet, WalletState, walletsOf } from "./wallets-of.tsx";

interface CorrectionCaseProps {
  readonly item: Correction;
  changed(): void;
}

/** One correction: whose wallet, how much, why, and while it waits, the balance before and after with the decisions. */
export function CorrectionCase({ item, changed }: CorrectionCaseProps): VNode {
  const { t } = useReader();
  const { userId, kind, amount, currency, reason, status, proposedBy, proposedAt, decidedBy, decidedAt, refusal } = item;
  const [open, setOpen] = useState<Opened>(null);
  const more = [
    ...(decidedBy === null ? [] : [[t("page.staffMoney.decidedBy"), <Person key="by" userId={decidedBy} />] as const]),
    ...(decidedAt === null ? [] : [[t("page.staffMoney.settled"), <Time key="decided" at={decidedAt} />] as const]),
    ...(refusal === null ? [] : [[t("page.staffMoney.refusal"), <Name key="refusal">{refusal}</Name>] as const]),
  ];
  return (
    <>
      <h1 tabIndex={-1}>
        <Sentence of="page.staffMoney.correction" parts={{ amount: <Money amount={amount} currency={currency} /> }} />
      </h1>
      <Facts
        of={[
          [t("page.staffMoney.holder"), <Person key="holder" userId={userId} />],
          [t("page.links.kind"), t(WALLET_NAMES[kind])],
          [t("page.console.state"), <CorrectionState key="state" status={status} />],
          [t("page.console.reason"), <Name key="reason">{reason}</Name>],
          [t("page.staffMoney.proposedBy"), <Person key="proposer" userId={proposedBy} />],
          [t("page.staffMoney.proposed"), <Time key="proposed" at={proposedAt} />],
          ...more,
        ]}
      />
      {(status === "PENDING" || open !== null) && <Undecided {...{ item, changed, open, setOpen }} />}
    </>
  );
}

type Opened = "approve" | "refuse" | null;

interface UndecidedProps extends CorrectionCaseProps {
  /** The dialog, which stays open when a colleague decides. */
  readonly open: Opened;
  setOpen(open: Opened): void;
}

/** What would become of the balance, and the decisions; a sentence when one may take none. */
function Undecided({ item, changed, open, setOpen }: UndecidedProps): VNode {
  const { t } = useReader();
  const { me } = useStaff();
  const { userId, kind, amount, proposedBy } = item;
  const wallets = useQuery(item.adjustmentId, () => walletsOf(userId));
  return (
    <Loaded query={wallets} lines={2}>
      {(found) => {
        const wallet = found.find((each) => each.kind === kind);
        if (!wallet) return null;
        return (
          <>
            <Facts
              of={[
                [t("page.wallet.balance"), <BalanceAfter key="after" of={wallet} amount={amount} />],
                [t(WALLET_NAMES[kind]), <WalletState key="state" frozen={wallet.frozen} />],
              ]}
            />
            {userId === me.id && <p class="notice">{t("page.staffMoney.ownWallet")}</p>}
            {userId !== me.id && proposedBy === me.id && <p class="notice">{t("page.staffMoney.ownProposal")}</p>}
            {userId !== me.id && <Decisions {...{ item, changed, open, setOpen, wallet }} />}
          </>
        );
      }}
    </Loaded>
  );
}

/** Approve and refuse; the proposer may withdraw only. */
function Decisions({ item, changed, open, setOpen, wallet }: UndecidedProps & { readonly wallet: Wallet }): VNode {
  const { t } = useReader();
  const { me, may } = useStaff();
  const { adjustmentId, proposedBy, status } = item;
  const isOpen = status === "PENDING";
  const isOwn = proposedBy === me.id;
  const common = { done: changed, close: () => setOpen(null), meanwhile: () => meanwhile(adjustmentId) };
  const refusal = isOwn ? "page.staffMoney.withdraw" : "page.staffMoney.refuse";
  const facts = useFacts(item, wallet, open === "approve");
  return (
    <>
      <p class="actions">
        {isOpen && !isOwn && may(approveAdjustment) && (
          <Button kind="primary" keys="a" onClick={() => setOpen("approve")}>
            {t("page.staffMoney.approve")}
          </Button>
        )}
        {isOpen && may(rejectAdjustment) && (
          <Button kind="danger" keys="x" onClick={() => setOpen("refuse")}>
            {t(refusal)}
          </Button>
        )}
      </p>
      {open === "approve" && (
        <Decision
          {...{ ...common, facts }}
          id={["approve correction", adjustmentId]}
          title={t("page.staffMoney.approveCorrection")}
          verb={t("page.staffMoney.approve")}
          kind="primary"
          reason={null}
          send={(_, idempotencyKey) => staffApi.call(approveAdjustment, { adjustmentId }, { idempotencyKey })}
        >
          {t("page.staffMoney.approveCorrectionWhat")}
        </Decision>
      )}
      {open === "refuse" && (
        <Decision
          {...{ ...common, facts }}
          id={[isOwn ? "withdraw correction" : "refuse correction", adjustmentId]}
          title={t(isOwn ? "page.staffMoney.withdrawCorrection" : "page.staffMoney.refuseCorrection")}
          verb={t(refusal)}
          kind="danger"
          reason={{ readBy: isOwn ? t("page.staffMoney.readByStaff") : <ReadBy userId={proposedBy} />, maxLength: MAX_REASON }}
          send={(reason, idempotencyKey) => staffApi.call(rejectAdjustment, { adjustmentId, reason }, { idempotencyKey })}
        >
          {t("page.staffMoney.refuseCorrectionWhat")}
        </Decision>
      )}
    </>
  );
}

/** What the dialogs name. */
function useFacts({ userId, kind, amount, currency, status }: Correction, wallet: Wallet, isApproval: boolean) {
  const { t } = useReader();
  const next = isApproval ? "APPROVED" : "REJECTED";
  return [
    [t("page.staffMoney.holder"), <Person key="holder" userId={userId} isPlain />],
    [t("page.links.kind"), t(WALLET_NAMES[kind])],
    [t("page.staffMoney.amount"), <Money key="amount" amount={amount} currency={currency} />],
    [t("page.wallet.balance"), isApproval ? <BalanceAfter key="after" of={wallet} amount={amount} /> : <Stays key="after" of={wallet} />],
    [t("page.console.state"), <Turn key="state" from={<CorrectionState status={status} />} to={<CorrectionState status={next} />} />],
  ] as const;
}

const Stays = ({ of: { balance, currency } }: { readonly of: Wallet }): VNode => <Money amount={balance} currency={currency} />;

const ReadBy = ({ userId }: { readonly userId: string }): VNode => (
  <Sentence of="page.console.readBy" parts={{ name: <PersonName userId={userId} /> }} />
);

/** Null: it still waits, so the refusal was about something else. */
async function meanwhile(adjustmentId: string) {
  const correction = await findCorrection(adjustmentId);
  if (correction === null || correction.status === "PENDING") return null;
  const { status, decidedBy, decidedAt } = correction;
  await askForMissingNames(decidedBy === null ? [] : [decidedBy]);
  return { state: <CorrectionState status={status} />, by: decidedBy, at: decidedAt };
}
