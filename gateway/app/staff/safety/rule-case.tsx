import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { type Done, Toast } from "#gateway/ui/parts/toast.tsx";
import { Name, Time } from "#gateway/ui/parts/values.tsx";
import { updateModerationRule } from "#libs/contracts/messaging/moderation.ts";
import { listModerationQueue } from "#libs/contracts/messaging/moderation-queue.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { useQuery } from "../../ui/use-query.tsx";
import { useWork } from "../../ui/use-work.ts";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { Category } from "./case-values.tsx";
import { KINDS, type ModerationRule, RuleState } from "./rule.tsx";
import { EditRule } from "./rule-form.tsx";

interface RuleCaseProps {
  readonly item: ModerationRule;
  changed(): void;
}

/** One rule: what it looks for, how many messages it holds now, and what staff change. */
export function RuleCase({ item, changed }: RuleCaseProps): VNode {
  const { t } = useReader();
  const { may } = useStaff();
  const [isEdited, setEdited] = useState(false);
  const { id, name, kind, pattern, category, active, createdAt, updatedAt } = item;
  const close = () => setEdited(false);
  return (
    <>
      <h1 tabIndex={-1}>
        <Name>{name}</Name>
      </h1>
      <Facts
        of={[
          [t("page.console.state"), <RuleState key="state" active={active} />],
          [t("page.staffSafety.kind"), t(KINDS[kind])],
          [t("page.staffSafety.pattern"), <Name key="pattern">{pattern}</Name>],
          [t("page.statement.category"), <Category key="category" of={category} />],
          [t("page.staffSafety.holds"), <Held key="holds" ruleId={id} />],
          [t("page.staffSafety.created"), <Time key="created" at={createdAt} />],
          [t("page.staffSafety.changed"), <Time key="changed" at={updatedAt} />],
        ]}
      />
      {!item.active && <p class="hint">{t("page.staffSafety.stillHeld")}</p>}
      {may(updateModerationRule) && (
        <>
          {isEdited ? (
            <EditRule rule={item} changed={changed} close={close} />
          ) : (
            <p class="actions">
              <Button onClick={() => setEdited(true)}>{t("page.links.edit")}</Button>
            </p>
          )}
          <Switch item={item} changed={changed} />
        </>
      )}
    </>
  );
}

/** How many messages a rule holds back now, and the way to them. */
function Held({ ruleId }: { readonly ruleId: string }): VNode {
  const { formats } = useReader();
  const { data, error } = useQuery(ruleId, () => staffApi.call(listModerationQueue, { ruleId, limit: 1 }));
  if (error !== null) return <ErrorNote error={error} />;
  return <a href={`/admin/moderation?ruleId=${encodeURIComponent(ruleId)}`}>{data === null ? "…" : formats.number(data.total)}</a>;
}

/** Switches a rule on or off at once; a note offers to undo it. */
function Switch({ item: { id, active }, changed }: RuleCaseProps): VNode {
  const { t } = useReader();
  const { busy, failure, run } = useWork();
  const [done, setDone] = useState<Done | null>(null);
  const turn = async (on: boolean) => {
    await staffApi.call(updateModerationRule, { ruleId: id, active: on });
    changed();
  };
  const press = () =>
    run(async () => {
      await turn(!active);
      const text = t(active ? "page.staffSafety.switchedOff" : "page.staffSafety.switchedOn");
      setDone({ text, undo: () => void run(() => turn(active)) });
    });
  return (
    <>
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button kind={active ? "danger" : "plain"} busy={busy} onClick={() => void press()}>
          {t(active ? "page.staffSafety.switchOff" : "page.staffSafety.switchOn")}
        </Button>
      </p>
      <Toast done={done} close={() => setDone(null)} />
    </>
  );
}
