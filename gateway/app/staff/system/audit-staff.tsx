import type { VNode } from "preact";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import type { StaffKind } from "#libs/contracts/config/console.ts";
import { listAdminTrail } from "#libs/contracts/config/index.ts";
import type { AppPage } from "../../ui/app-page.ts";
import { Person } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { AuditPage } from "./audit-page.tsx";
import { hrefOfChange } from "./href-of-change.ts";

const lines = () => staffApi.call(listAdminTrail);

type Line = Awaited<ReturnType<typeof lines>>["items"][number];

/** What the actions of the audit were about, by the beginning of their names. */
const KINDS: readonly (readonly [RegExp, StaffKind])[] = [
  [/^payout\./, "PAYOUT"],
  [/^(user|password|admin|account)\./, "USER"],
  [/^webhook\./, "ENDPOINT"],
  [/^content\.\w+Ticket$/, "TICKET"],
];

/** What staff did. */
export default function AuditStaff({ query }: AppPage): VNode {
  return (
    <AuditPage
      path="/admin/audit"
      query={query}
      filters={{ actor: "page.staffSystem.by", action: "page.staffSystem.action", target: "page.staffSystem.target" }}
      list={(wanted) => staffApi.call(listAdminTrail, wanted)}
      byIn={({ actor }) => actor}
    >
      {(line) => <LineRow key={line.id} line={line} />}
    </AuditPage>
  );
}

function LineRow({ line: { id, actor, action, target, at, details } }: { readonly line: Line }): VNode {
  const { hrefOf } = useStaff();
  const kind = KINDS.find(([names]) => names.test(action))?.[1];
  const href = kind === undefined ? hrefOfChange(action, target) : hrefOf(kind, target);
  const shown = <bdi dir="ltr">{target}</bdi>;
  return (
    <Row id={id} href={null} end={<Time at={at} />}>
      <span>
        <Person userId={actor} /> {" · "} <code dir="ltr">{action}</code>
      </span>
      {href === null ? shown : <a href={href}>{shown}</a>}
      <span class="hint">
        <bdi dir="ltr">{textOf(details)}</bdi>
      </span>
    </Row>
  );
}

/** The details of a line, as they were recorded. */
function textOf(details: unknown): string {
  if (typeof details !== "object" || details === null) return "";
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
