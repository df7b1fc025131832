import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import type { Texts } from "#gateway/ui/texts.ts";
import { KIND_OF_ACTION } from "#libs/contracts/config/acted-kinds.ts";
import { STAFF_ACTIONS } from "#libs/contracts/config/audited-actions.ts";
import type { StaffKind } from "#libs/contracts/config/console.ts";
import { listAdminTrail } from "#libs/contracts/config/index.ts";
import type { AppPage } from "../../ui/app-page.ts";
import { useQuery } from "../../ui/use-query.tsx";
import { ActionText, actionText, askForActionTexts } from "../parts/acted.tsx";
import { OBJECT_ID } from "../parts/cases-of.ts";
import { Person } from "../parts/person.tsx";
import { type StaffReader, useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { AuditPage, type Option } from "./audit-page.tsx";
import { ChangedName, hrefOfChange } from "./changed-object.tsx";
import { SettingValue } from "./settings/setting-value.tsx";

const lines = () => staffApi.call(listAdminTrail);

type Line = Awaited<ReturnType<typeof lines>>["items"][number];

/** What actions that change nothing of staff were about, by the beginning of their names. */
const KINDS: readonly (readonly [RegExp, StaffKind])[] = [
  [/^(account|admin|email|password|second_factor|user)\.|^staff\.joined$/, "USER"],
  [/^creator\.getIdentity/, "CREATOR"],
  [/^moderation\.read_message$/, "MESSAGE"],
  [/^webhook\./, "ENDPOINT"],
];

/** The page of what an action was about; null: there is none that the reader may open. A list has no id. */
function hrefOfTarget(action: string, target: string, hrefOf: StaffReader["hrefOf"]): string | null {
  if (!OBJECT_ID.test(target)) return hrefOfChange(action, target);
  const kind = KIND_OF_ACTION[action] ?? KINDS.find(([names]) => names.test(action))?.[1];
  return kind === undefined ? null : hrefOf(kind, target);
}

/** What staff did. */
export default function AuditStaff({ query }: AppPage): VNode {
  const { t, locale } = useReader();
  const words = useQuery("words", async () => {
    await askForActionTexts();
    return true;
  });
  const chosen = query.get("action") ?? "";
  return (
    <AuditPage
      path="/admin/audit"
      query={query}
      filters={{ actor: "page.staffSystem.by", action: "page.staffSystem.action", target: "page.staffSystem.target" }}
      by="actor"
      options={{ action: words.data === null ? [] : optionsOf(t, locale, chosen) }}
      list={(wanted) => staffApi.call(listAdminTrail, wanted)}
      byIn={({ actor }) => actor}
    >
      {(line) => <LineRow key={line.id} line={line} />}
    </AuditPage>
  );
}

/** The actions to choose from, by their words. One that has none is there while it is chosen. */
function optionsOf(t: Texts, locale: string, chosen: string): readonly Option[] {
  const values = new Set<string>(chosen === "" ? STAFF_ACTIONS : [...STAFF_ACTIONS, chosen]);
  const named = [...values].map((value) => ({ value, text: actionText(t, value) ?? value }));
  return [{ value: "", text: t("page.console.showAll") }, ...named.sort((one, other) => one.text.localeCompare(other.text, locale))];
}

function LineRow({ line: { id, actor, action, target, at, details } }: { readonly line: Line }): VNode {
  const { hrefOf } = useStaff();
  const href = hrefOfTarget(action, target, hrefOf);
  const shown = <ChangedName of={target} />;
  return (
    <Row id={id} href={null} end={<Time at={at} />}>
      <span>
        <Person userId={actor} /> {" · "} <ActionText of={action} />
      </span>
      {href === null ? shown : <a href={href}>{shown}</a>}
      <span class="hint">
        <code dir="ltr">{action}</code>{" "}
        {action.startsWith(CHANGE) ? <Changed of={target} details={details} /> : <bdi>{textOf(details)}</bdi>}
      </span>
    </Row>
  );
}

const CHANGE = "config.";

interface ChangedProps {
  /** As the audit names it. */
  readonly of: string;
  readonly details: unknown;
}

/** The values before and after a change of the configuration, and its reason. Older lines have neither. */
function Changed({ of: key, details }: ChangedProps): VNode {
  const { from, to, reason, ...rest } = (details ?? {}) as Readonly<Record<string, unknown>>;
  const of = { key, sensitive: false };
  return (
    <>
      {to !== undefined && (
        <>
          <SettingValue of={of} value={from} /> <span class="turns">→</span> <SettingValue of={of} value={to} />{" "}
        </>
      )}
      {typeof reason === "string" && <bdi>{reason}</bdi>} <bdi dir="ltr">{textOf(rest)}</bdi>
    </>
  );
}

/** The details of a line, as they were recorded. */
function textOf(details: unknown): string {
  if (typeof details !== "object" || details === null) return "";
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
