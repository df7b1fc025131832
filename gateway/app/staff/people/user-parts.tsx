import type { ComponentChildren, VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge, Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listAllGdprRequests } from "#libs/contracts/account/gdpr.ts";
import { setStaffRoles } from "#libs/contracts/account/staff.ts";
import { listUserSessions } from "#libs/contracts/account/users.ts";
import { listAdminTrail } from "#libs/contracts/config/trail.ts";
import { listTickets } from "#libs/contracts/content/support.ts";
import { listReports } from "#libs/contracts/messaging/moderation-reports.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { listAdminWallets, listEscrows } from "#libs/contracts/wallet/index.ts";
import { listAdminPayouts } from "#libs/contracts/wallet/payouts.ts";
import { REPORT_CATEGORY_TEXTS } from "../../client/report-categories.ts";
import { TicketState } from "../../ui/tickets/support-parts.tsx";
import { STATES } from "../money/payouts/payout.tsx";
import { ActionText, askForActionTexts } from "../parts/acted.tsx";
import { askForMissingNames } from "../parts/names.ts";
import { OnDemand } from "../parts/on-demand.tsx";
import { Person, PersonName } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { ColleagueActs } from "./colleague.tsx";
import type { User } from "./user.ts";

/** Objects that a part shows, the latest. */
const LATEST = 10;

const walletsOf = (userId: string) => staffApi.call(listAdminWallets, { userId });
const payoutsOf = (userId: string) => staffApi.call(listAdminPayouts, { userId, limit: LATEST });
const ticketsOf = (userId: string) => staffApi.call(listTickets, { userId, limit: LATEST });
const requestsOf = (userId: string) => staffApi.call(listAllGdprRequests, { userId, limit: LATEST });

async function escrowsOf(userId: string) {
  const list = await staffApi.call(listEscrows, { userId, limit: LATEST });
  await askForMissingNames(list.items.flatMap(({ fanId, creatorId }) => [fanId, creatorId]));
  return list;
}

async function reportsOf(userId: string) {
  const list = await staffApi.call(listReports, { userId, limit: LATEST });
  await askForMissingNames(list.items.flatMap(({ reporterId, reportedId }) => [reporterId, reportedId]));
  return list;
}

async function actionsOn(userId: string) {
  const [list] = await Promise.all([staffApi.call(listAdminTrail, { target: userId, limit: LATEST }), askForActionTexts()]);
  await askForMissingNames(list.items.map(({ actor }) => actor));
  return list;
}

type ItemOf<List extends (userId: string) => Promise<{ readonly items: readonly unknown[] }>> = Awaited<ReturnType<List>>["items"][number];

/** What else staff may see of a user, each part when it is opened. */
export function UserParts({ item: { id, email, roles }, changed }: { readonly item: User; changed(): void }): VNode {
  const { t } = useReader();
  const { may } = useStaff();
  return (
    <>
      {may(setStaffRoles) && roles.length > 0 && <ColleagueActs of={{ userId: id, email, roles }} changed={changed} />}
      {may(listAdminTrail) && roles.length > 0 && (
        <p class="actions">
          <a href={`/admin/audit?${new URLSearchParams({ actor: id })}`}>{t("page.staffPeople.didInAudit")}</a>
        </p>
      )}
      {may(listUserSessions) && (
        <OnDemand title="page.staffPeople.sessions" load={() => import("./user-sessions.tsx")}>
          {({ UserSessions }) => <UserSessions userId={id} isStaff={roles.length > 0} />}
        </OnDemand>
      )}
      {may(listAdminWallets) && (
        <OnDemand title="page.staffPeople.wallets" load={() => walletsOf(id)}>
          {({ wallets }) => <Latest of={wallets.map((wallet) => <Wallet key={wallet.kind} of={wallet} />)} />}
        </OnDemand>
      )}
      {may(listAdminPayouts) && (
        <OnDemand title="page.payouts.list" load={() => payoutsOf(id)}>
          {({ items }) => <Latest of={items.map((payout) => <Payout key={payout.payoutId} of={payout} />)} />}
        </OnDemand>
      )}
      {may(listEscrows) && (
        <OnDemand title="page.staffPeople.escrows" load={() => escrowsOf(id)}>
          {({ items }) => <Latest of={items.map((escrow) => <Escrow key={escrow.id} of={escrow} />)} />}
        </OnDemand>
      )}
      {may(listTickets) && (
        <OnDemand title="page.console.tickets" load={() => ticketsOf(id)}>
          {({ items }) => <Latest of={items.map((ticket) => <Ticket key={ticket.id} of={ticket} />)} />}
        </OnDemand>
      )}
      {may(listReports) && (
        <OnDemand title="page.console.reports" load={() => reportsOf(id)}>
          {({ items }) => <Latest of={items.map((report) => <Report key={report.reportId} of={report} />)} />}
        </OnDemand>
      )}
      {may(listAllGdprRequests) && (
        <OnDemand title="page.staffPeople.requests" load={() => requestsOf(id)}>
          {({ items }) => <Latest of={items.map((request) => <Request key={request.id} of={request} />)} />}
        </OnDemand>
      )}
      {may(listAdminTrail) && (
        <OnDemand title="page.staffPeople.acted" load={() => actionsOn(id)}>
          {({ items }) => <Latest of={items.map((line) => <Action key={line.id} of={line} />)} />}
        </OnDemand>
      )}
    </>
  );
}

function Latest({ of }: { readonly of: readonly VNode[] }): VNode {
  const { t } = useReader();
  return of.length === 0 ? <p>{t("page.staffPeople.nothing")}</p> : <ul class="list">{of}</ul>;
}

const WALLETS = { FAN: "page.wallet.title", CREATOR: "page.payouts.title" } as const;

function Wallet({
  of: { kind, balance, currency, frozen },
}: {
  readonly of: Awaited<ReturnType<typeof walletsOf>>["wallets"][number];
}): VNode {
  const { t } = useReader();
  return (
    <Row id={kind} href={null} end={<Money amount={balance} currency={currency} />}>
      {t(WALLETS[kind])}
      {frozen && <Badge kind="danger">{t("page.staffPeople.frozen")}</Badge>}
    </Row>
  );
}

function Payout({ of: { payoutId, amount, currency, status, requestedAt } }: { readonly of: ItemOf<typeof payoutsOf> }): VNode {
  return (
    <Row id={payoutId} href={useStaff().hrefOf("PAYOUT", payoutId)} end={<Money amount={amount} currency={currency} />}>
      <Dated at={requestedAt}>{useReader().t(STATES[status].text)}</Dated>
    </Row>
  );
}

const ESCROWS = {
  HELD: "page.state.waiting",
  RELEASED: "page.payouts.paid",
  REFUNDED: "page.state.refunded",
  REVERSED: "page.state.reversed",
} as const;

function Escrow({ of: { id, fanId, creatorId, amount, status, heldAt } }: { readonly of: ItemOf<typeof escrowsOf> }): VNode {
  const { t } = useReader();
  return (
    <Row id={id} href={null} end={<Money amount={amount} currency={CURRENCY} />}>
      <span>
        <Person userId={fanId} /> <span class="turns">→</span> <Person userId={creatorId} />
      </span>
      <Dated at={heldAt}>{t(ESCROWS[status])}</Dated>
    </Row>
  );
}

function Ticket({ of: { id, subject, status, lastMessageAt } }: { readonly of: ItemOf<typeof ticketsOf> }): VNode {
  return (
    <Row id={id} href={useStaff().hrefOf("TICKET", id)} end={<TicketState status={status} />}>
      <Name>{subject}</Name>
      <Dated at={lastMessageAt} />
    </Row>
  );
}

function Report({
  of: { reportId, reporterId, reportedId, category, status, createdAt },
}: {
  readonly of: ItemOf<typeof reportsOf>;
}): VNode {
  const { t } = useReader();
  return (
    <Row
      id={reportId}
      href={useStaff().hrefOf("REPORT", reportId)}
      end={t(status === "OPEN" ? "page.creator.open" : "page.support.closed")}
    >
      <span>
        <Person userId={reporterId} isPlain /> <span class="turns">→</span> <Person userId={reportedId} isPlain />
      </span>
      <Dated at={createdAt}>{t(REPORT_CATEGORY_TEXTS[category])}</Dated>
    </Row>
  );
}

const REQUESTS = { DELETION: "page.staffPeople.deletion", EXPORT: "page.staffPeople.export" } as const satisfies Record<string, TextKey>;
const REQUEST_STATES = {
  PENDING: "page.staffPeople.scheduled",
  PROCESSING: "page.payouts.processing",
  COMPLETED: "page.console.done",
  CANCELLED: "page.staffPeople.cancelled",
  FAILED: "page.payouts.failed",
} as const satisfies Record<string, TextKey>;

function Request({ of: { id, type, status, createdAt } }: { readonly of: ItemOf<typeof requestsOf> }): VNode {
  const { t } = useReader();
  return (
    <Row id={id} href={null} end={t(REQUEST_STATES[status])}>
      {t(REQUESTS[type])}
      <Dated at={createdAt} />
    </Row>
  );
}

/** What staff did. */
function Action({ of: { id, actor, action, at } }: { readonly of: ItemOf<typeof actionsOn> }): VNode {
  return (
    <Row id={id} href={null} end={<PersonName userId={actor} />}>
      <ActionText of={action} />
      <Dated at={at} />
    </Row>
  );
}

function Dated({ at, children }: { readonly at: string; readonly children?: ComponentChildren }): VNode {
  return (
    <span class="hint">
      {children !== undefined && <>{children} · </>}
      <Time at={at} />
    </span>
  );
}
