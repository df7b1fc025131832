import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { listConfigAudit, listConfigHistory, rollbackConfig } from "#libs/contracts/config/index.ts";
import { ErrorNote } from "../../../ui/error-note.tsx";
import { useWork } from "../../../ui/use-work.ts";
import { ActionText } from "../../parts/acted.tsx";
import { Decision } from "../../parts/decision.tsx";
import { Person } from "../../parts/person.tsx";
import { useStaff } from "../../parts/staff.ts";
import { nothingSent, unlessChanged } from "../../parts/unless-changed.ts";
import { staffApi } from "../../staff-session.ts";
import { ChangedName, nameOfChanged } from "../changed-object.tsx";
import { MAX_REASON } from "./reason.ts";
import { SettingValue } from "./setting-value.tsx";
import { titled } from "./titled.ts";

const changes = () => staffApi.call(listConfigAudit);

/** One change of a setting, flag or switch. */
export type Change = Awaited<ReturnType<typeof changes>>["items"][number];

/** Entries of the audit beside the settings: they have no history of their own. */
const TOGGLES: readonly string[] = ["flags", "killswitches"];
/** Newest entries of the audit that are searched for later changes of a flag or switch. */
const LATEST = 200;

interface ChangeRowProps {
  readonly of: { readonly key: string; readonly sensitive: boolean; readonly default?: unknown };
  readonly change: Change;
  /** The address of its object; absent: it stands on its page. */
  readonly href?: string | null;
  changed(): void;
}

/** A change with the values before and after it, and Roll back. */
export function ChangeRow({ of, change, href, changed }: ChangeRowProps): VNode {
  const { t } = useReader();
  const { mayWriteSetting } = useStaff();
  const { busy, failure, run } = useWork();
  const [later, setLater] = useState<readonly Change[] | null>(null);
  const { id, key, action, oldValue, newValue, scope, reason, changedBy, changedAt } = change;
  const name = <ChangedName of={key} />;
  return (
    <Row
      id={id}
      href={null}
      end={
        mayWriteSetting(key) && (
          <Button busy={busy} onClick={() => run(async () => setLater(await laterThan(change)))}>
            {t("page.staffSystem.rollBack")}
          </Button>
        )
      }
    >
      {href !== undefined && (href === null ? name : <a href={href}>{name}</a>)}
      <span>
        <SettingValue of={of} value={oldValue ?? of.default ?? null} /> <span class="turns">→</span>{" "}
        <SettingValue of={of} value={newValue} />
        {scope !== null && <ScopeOf scope={scope} />}
      </span>
      {reason !== null && <bdi>{reason}</bdi>}
      <span class="hint">
        <ActionText of={`config.${action}`} /> {" · "}
        <Time at={changedAt} /> {" · "}
        <Person userId={changedBy} />
      </span>
      {failure !== null && <ErrorNote error={failure} />}
      {later !== null && <RollBack {...{ of, change, later, changed }} close={() => setLater(null)} />}
    </Row>
  );
}

function ScopeOf({ scope }: { readonly scope: unknown }): VNode {
  const { value } = scope as { readonly value: string };
  return (
    <>
      {" "}
      <bdi dir="ltr">({value})</bdi>
    </>
  );
}

/** Later changes of the same value, the newest first. */
async function laterThan({ id, key, domain, scope }: Change): Promise<readonly Change[]> {
  const all = TOGGLES.includes(domain)
    ? (await staffApi.call(listConfigAudit, { domain, limit: LATEST })).items.filter((each) => each.key === key)
    : await staffApi.call(listConfigHistory, { key });
  const own = all.filter((each) => JSON.stringify(each.scope) === JSON.stringify(scope));
  const at = own.findIndex((each) => each.id === id);
  return at < 0 ? own : own.slice(0, at);
}

const idsOf = (changes: readonly Change[]) => changes.map(({ id }) => id);

interface RollBackProps extends Pick<ChangeRowProps, "of" | "change" | "changed"> {
  readonly later: readonly Change[];
  close(): void;
}

function RollBack({ of, change, later, changed, close }: RollBackProps): VNode {
  const { t, formats } = useReader();
  const { id, key, oldValue } = change;
  const [latest = change] = later;
  const then = oldValue ?? of.default ?? null;
  return (
    <Decision
      id={["roll back", id]}
      title={titled(t("page.staffSystem.rollBack"), nameOfChanged(t, key))}
      verb={t("page.staffSystem.rollBack")}
      kind="danger"
      facts={[
        [t("page.staffSystem.now"), <SettingValue key="now" of={of} value={latest.newValue} />],
        [t("page.staffSystem.then"), <SettingValue key="then" of={of} value={then} />],
        [t("page.staffSystem.laterChanges"), formats.number(later.length)],
        ...later.map((each) => [formats.dateTime(each.changedAt), <SettingValue key={each.id} of={of} value={each.newValue} />] as const),
      ]}
      reason={{ readBy: t("page.staffSystem.staffReads"), maxLength: MAX_REASON, isOptional: true }}
      send={(reason, idempotencyKey) =>
        unlessChanged(
          { shown: idsOf(later), ask: () => laterThan(change), versionOf: idsOf, changed: nothingSent(t("page.staffSystem.nothingSent")) },
          () => staffApi.call(rollbackConfig, { auditId: id, ...(reason === "" ? {} : { reason }) }, { idempotencyKey }),
        )
      }
      meanwhile={async () => {
        const [now] = await laterThan(change);
        if (now === undefined) return null;
        return { state: <SettingValue of={of} value={now.newValue} />, by: now.changedBy, at: now.changedAt };
      }}
      meanwhileText="page.staffSystem.changedMeanwhile"
      done={changed}
      close={close}
    >
      {t("page.staffSystem.rollBackWhat")}
    </Decision>
  );
}
