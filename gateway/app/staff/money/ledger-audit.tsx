import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge, Money, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { type AuditStatus, getLedgerAudit, runLedgerAudit } from "#libs/contracts/wallet/ledger-audit.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { useWork } from "../../ui/use-work.ts";
import { askForMissingNames } from "../parts/names.ts";
import { useStaff } from "../parts/staff.ts";
import { useLooking } from "../parts/use-looking.ts";
import { staffApi } from "../staff-session.ts";
import { AccountName, ownerOf } from "./account-name.tsx";

const loadAudit = () => staffApi.call(getLedgerAudit);

/** The accounts of users within the subject of a finding. */
const ACCOUNT = /(user:[^: ]+:(?:wallet|earnings))/;

/** The state of the audits, with the names of the people whose money the findings are about. */
async function loadNamedAudit() {
  const audit = await loadAudit();
  await askForMissingNames(audit.findings.flatMap(({ subject }) => subject.split(ACCOUNT).flatMap((part) => ownerOf(part)?.userId ?? [])));
  return audit;
}

type Audit = Awaited<ReturnType<typeof loadAudit>>;

const STATUS = {
  OK: ["good", "page.staffMoney.auditOk"],
  VIOLATED: ["danger", "page.staffMoney.auditViolated"],
  STALE: ["danger", "page.staffMoney.auditStale"],
} as const satisfies Record<AuditStatus, readonly ["good" | "danger", TextKey]>;

/** What the audits of the books have found, and the start of one. */
export function LedgerAudit(): VNode {
  const { t } = useReader();
  const loaded = useQuery("audit", loadNamedAudit);
  useLooking(loaded.reload);
  return (
    <>
      <h2>{t("page.staffMoney.audit")}</h2>
      <Loaded query={loaded}>
        {(audit) => (
          <>
            <State of={audit} />
            <Run last={audit.full.lastSuccessAt} ended={loaded.reload} />
            {audit.findings.length > 0 && <Findings of={audit.findings} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function State({ of: { status, incremental, full } }: { readonly of: Audit }): VNode {
  const { t } = useReader();
  const [kind, text] = STATUS[status];
  const time = (at: string | null) => (at === null ? t("page.staffMoney.notYet") : <Time at={at} />);
  return (
    <Facts
      of={[
        [
          t("page.console.state"),
          <Badge key="status" kind={kind}>
            {t(text)}
          </Badge>,
        ],
        [t("page.staffMoney.auditedMoved"), time(incremental.lastSuccessAt)],
        [t("page.staffMoney.auditedAll"), time(full.lastSuccessAt)],
        ...(full.startedAt === null ? [] : ([[t("page.staffMoney.auditRuns"), <Time key="runs" at={full.startedAt} />]] as const)),
      ]}
    />
  );
}

/** After a press the page asks for the end of the audit, for a while. */
const [LOOK_MS, LOOKS] = [2_000, 30];

interface RunProps {
  /** When an audit of all books last ended. */
  readonly last: string | null;
  ended(): void;
}

function Run({ last, ended }: RunProps): VNode {
  const { t } = useReader();
  const { may } = useStaff();
  const { busy, failure, run } = useWork();
  const [isAsked, setAsked] = useState(false);
  const ask = async () => {
    await staffApi.call(runLedgerAudit, { scope: "FULL" });
    setAsked(true);
    for (let look = 0; look < LOOKS; look += 1) {
      await new Promise((done) => setTimeout(done, LOOK_MS));
      if ((await loadAudit()).full.lastSuccessAt !== last) break;
    }
    setAsked(false);
    ended();
  };
  return (
    <>
      {may(runLedgerAudit) && (
        <p class="actions">
          <Button busy={busy} onClick={() => void run(ask)}>
            {t("page.staffMoney.runAudit")}
          </Button>
        </p>
      )}
      {isAsked && <p role="status">{t("page.staffMoney.auditAsked")}</p>}
      {failure !== null && <ErrorNote error={failure} />}
    </>
  );
}

/** What a finding is about; an account of a user is named by the person. */
function Subject({ of: subject }: { readonly of: string }): VNode {
  return <>{subject.split(ACCOUNT).map((part) => (ownerOf(part) === null ? part : <AccountName key={part} of={part} />))}</>;
}

function Findings({ of: findings }: { readonly of: Audit["findings"] }): VNode {
  const { t } = useReader();
  return (
    <>
      <h3>{t("page.staffMoney.findings")}</h3>
      <p>{t("page.staffMoney.findingsHow")}</p>
      <p>{t("page.staffMoney.findingsWhat")}</p>
      <p class="actions">
        <a href="/admin/wallets">{t("page.console.wallets")}</a>
        <a href="/admin/ledger/adjustments">{t("page.console.corrections")}</a>
      </p>
      <ul class="list">
        {findings.map(({ id, invariant, subject, detail, difference, rows, foundAt }) => (
          <Row key={id} href={null} end={<Money amount={difference} currency={CURRENCY} />}>
            <strong dir="ltr">
              {invariant} · <Subject of={subject} />
            </strong>
            <span dir="ltr">{detail}</span>
            <span class="hint">
              <Time at={foundAt} />
            </span>
            {rows.map((row) => (
              <code key={`${row.collection} ${row.id}`} dir="ltr">
                {row.collection} {row.id}
              </code>
            ))}
          </Row>
        ))}
      </ul>
    </>
  );
}
