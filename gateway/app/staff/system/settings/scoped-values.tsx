import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Choice } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import { resetScopedConfig, setScopedConfig } from "#libs/contracts/config/index.ts";
import type { ScopeKind } from "#libs/contracts/config/terms.ts";
import { Form, Refused } from "../../../ui/form/form.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Loaded, type Query, useQuery } from "../../../ui/use-query.tsx";
import { Decision } from "../../parts/decision.tsx";
import { askForMissingNames } from "../../parts/names.ts";
import { useStaff } from "../../parts/staff.ts";
import { nothingSent, unlessChanged } from "../../parts/unless-changed.ts";
import { staffApi } from "../../staff-session.ts";
import { Changed } from "./changed.tsx";
import { EffectiveValue } from "./effective-value.tsx";
import { MAX_REASON } from "./reason.ts";
import { SCOPES, ScopeName } from "./scope-name.tsx";
import { ScopeValueField } from "./scope-value-field.tsx";
import { draftOf, type Entry, type ScopedValue, scopedValuesOf, valueIn } from "./setting-entry.ts";
import { SettingField } from "./setting-field.tsx";
import { SettingValue } from "./setting-value.tsx";
import { titled } from "./titled.ts";

interface SettingScopesProps {
  readonly entry: Entry;
}

/** The values of a setting for platforms, regions and tiers. */
export function ScopedValues({ entry }: SettingScopesProps): VNode {
  const { t } = useReader();
  const { mayWriteSetting } = useStaff();
  const query = useQuery(`${entry.key} scoped`, async () => {
    const values = await scopedValuesOf(entry.key);
    await askForMissingNames(values.flatMap(({ updatedBy }) => updatedBy ?? []));
    return values;
  });
  return (
    <>
      <Loaded query={query} lines={2}>
        {(values) => (
          <>
            {values.length === 0 && <p>{t("page.staffSystem.noScoped")}</p>}
            <ul class="list">
              {values.map((each) => (
                <ScopedRow key={`${each.scope} ${each.scopeValue}`} entry={entry} item={each} query={query} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {!entry.envOnly && mayWriteSetting(entry.key) && <AddScoped entry={entry} query={query} />}
      <EffectiveValue entry={entry} />
    </>
  );
}

interface ScopedRowProps extends SettingScopesProps {
  readonly item: ScopedValue;
  readonly query: Query<readonly ScopedValue[]>;
}

function ScopedRow({ entry, item, query }: ScopedRowProps): VNode {
  const { t } = useReader();
  const { mayWriteSetting } = useStaff();
  const [shown, setShown] = useState<ScopedValue | null>(null);
  const { scope, scopeValue, value, effective, updatedAt, updatedBy } = item;
  const find = async () => (await scopedValuesOf(entry.key)).find((each) => each.scope === scope && each.scopeValue === scopeValue) ?? null;
  return (
    <Row
      id={`${scope} ${scopeValue}`}
      href={null}
      end={mayWriteSetting(entry.key) && !entry.envOnly && <Button onClick={() => setShown(item)}>{t("page.payouts.remove")}</Button>}
    >
      <ScopeName of={item} />
      <span>
        <SettingValue of={entry} value={value} /> {!effective && <Badge kind="warn">{t("page.staffSystem.notRead")}</Badge>}
      </span>
      <Changed at={updatedAt} by={updatedBy} />
      {shown !== null && (
        <Decision
          id={["remove", `${entry.key} ${scope} ${scopeValue}`]}
          title={titled(t("page.payouts.remove"), `${entry.key} ${scopeValue}`)}
          verb={t("page.payouts.remove")}
          kind="danger"
          facts={[
            [t(SCOPES[scope]), <bdi key="scope">{scopeValue}</bdi>],
            [t("page.staffSystem.now"), <SettingValue key="now" of={entry} value={shown.value} />],
            [t("page.staffSystem.then"), <SettingValue key="then" of={entry} value={entry.value} />],
          ]}
          reason={{ readBy: t("page.staffSystem.staffReads"), maxLength: MAX_REASON, isOptional: true }}
          send={(reason, idempotencyKey) =>
            unlessChanged(
              {
                shown: shown.version,
                ask: find,
                versionOf: (now) => now?.version,
                changed: nothingSent(t("page.staffSystem.nothingSent")),
              },
              () =>
                staffApi.call(
                  resetScopedConfig,
                  { key: entry.key, scope, scopeValue, ...(reason === "" ? {} : { reason }) },
                  { idempotencyKey },
                ),
            )
          }
          meanwhile={async () => {
            const now = await find();
            return {
              state: <SettingValue of={entry} value={now?.value ?? null} />,
              by: now?.updatedBy ?? null,
              at: now?.updatedAt ?? null,
            };
          }}
          meanwhileText="page.staffSystem.changedMeanwhile"
          done={query.reload}
          close={() => setShown(null)}
        >
          {t("page.staffSystem.holdsNow")}
        </Decision>
      )}
    </Row>
  );
}

/** Sets a value for one platform, region or tier; only those that the key is read for are offered. */
function AddScoped({ entry, query }: SettingScopesProps & Pick<ScopedRowProps, "query">): VNode {
  const { t } = useReader();
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState(() => draftOf(entry, entry.value));
  const [scope, setScope] = useState<ScopeKind>(entry.scopes[0] ?? "region");
  const form = useForm();
  const add = async (fields: FormData) => {
    const scopeValue = String(fields.get("scopeValue")).trim().toUpperCase();
    const current = query.data?.find((each) => each.scope === scope && each.scopeValue === scopeValue)?.version;
    const find = async () => (await scopedValuesOf(entry.key)).find((each) => each.scope === scope && each.scopeValue === scopeValue);
    await unlessChanged(
      { shown: current, ask: find, versionOf: (now) => now?.version, changed: nothingSent(t("page.staffSystem.nothingSent")) },
      () => staffApi.call(setScopedConfig, { key: entry.key, scope, scopeValue, value: valueIn(entry, draft) }),
    );
    setOpen(false);
    query.reload();
  };
  return (
    <p class="actions">
      <Button onClick={() => setOpen(true)}>{t("page.payouts.add")}</Button>
      {isOpen && (
        <Dialog title={titled(t("page.payouts.add"), entry.key)} onClose={() => setOpen(false)}>
          <Form form={form} onSend={(fields) => form.run(() => add(fields))}>
            <Choice
              label={t("page.staffSystem.scope")}
              name="scope"
              value={scope}
              options={entry.scopes.map((value) => ({ value, text: t(SCOPES[value]) }))}
              onChange={(event) => setScope(event.currentTarget.value as ScopeKind)}
            />
            <ScopeValueField scope={scope} name="scopeValue" />
            <SettingField entry={entry} draft={draft} type={setDraft} />
            <p>{t("page.staffSystem.holdsNow")}</p>
            <Refused />
            <p class="actions">
              <Button type="submit" kind="primary" busy={form.busy}>
                {t("page.payouts.add")}
              </Button>
              <Button onClick={() => setOpen(false)}>{t("page.dialog.cancel")}</Button>
            </p>
          </Form>
        </Dialog>
      )}
    </p>
  );
}
