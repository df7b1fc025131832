import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { setConfigKey } from "#libs/contracts/config/index.ts";
import { Form, Refused } from "../../../ui/form/form.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Decision, type DecisionProps } from "../../parts/decision.tsx";
import { askForMissingNames } from "../../parts/names.ts";
import { Person } from "../../parts/person.tsx";
import { staffApi } from "../../staff-session.ts";
import { MAX_REASON } from "./reason.ts";
import { removedWith } from "./removed-with.tsx";
import { ScopeName } from "./scope-name.tsx";
import { draftOf, type Entry, findEntry, isSame, type ScopedValue, scopedValuesOf, valueIn } from "./setting-entry.ts";
import { SettingField } from "./setting-field.tsx";
import { SettingValue } from "./setting-value.tsx";
import { titled } from "./titled.ts";

interface SettingFormProps {
  readonly entry: Entry;
  changed(): void;
}

/** A value that is about to be saved over the one that was shown. */
interface Saving {
  readonly shown: Entry;
  readonly value: unknown;
  readonly scoped: readonly ScopedValue[];
}

/** The form for another value. It keeps what is typed when a colleague has changed the value meanwhile. */
export function SettingForm({ entry, changed }: SettingFormProps): VNode {
  const { t } = useReader();
  const [base, setBase] = useState(entry);
  const [draft, setDraft] = useState(() => draftOf(entry, entry.value));
  const [saving, setSaving] = useState<Saving | null>(null);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const form = useForm();
  const isTyped = !isSame(draft, draftOf(base, base.value));
  const take = () => {
    setBase(entry);
    setDraft(draftOf(entry, entry.value));
  };
  useEffect(() => {
    if (!isTyped && entry !== base) take();
  }, [entry]);
  const open = async () => {
    const scoped = entry.scopes.length === 0 ? [] : await scopedValuesOf(entry.key);
    setSaving({ shown: entry, value: valueIn(entry, draft), scoped });
  };
  const save = async (reason: string, idempotencyKey: string) => {
    if (saving === null) return;
    const { shown, value } = saving;
    const change = { key: shown.key, value, expectedVersion: shown.version, ...(reason === "" ? {} : { reason }) };
    try {
      const { removed: taken = [] } = await staffApi.call(setConfigKey, change, { idempotencyKey });
      setRemoved(taken.map(({ what }) => what));
      setBase({ ...shown, value });
      setDraft(draftOf(shown, value));
    } catch (error) {
      if (form.refusedBy(error)) setSaving(null);
      throw error;
    }
  };
  return (
    <section class="card">
      <Form form={form} onSend={() => form.run(open)}>
        <SettingField entry={entry} draft={draft} type={setDraft} />
        {isTyped && entry.version !== base.version && <Theirs entry={entry} take={take} />}
        {removed.length > 0 && <p class="notice warn">{t("page.staffSystem.takenOut", { parts: removed.join(", ") })}</p>}
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy} blocked={isTyped ? null : t("page.staffSystem.unchanged")}>
            {t("page.settings.save")}
          </Button>
        </p>
      </Form>
      {saving !== null && <SaveDecision {...{ saving, save, changed }} close={() => setSaving(null)} />}
    </section>
  );
}

/** The value that a colleague has set while another one was typed. */
function Theirs({ entry, take }: { readonly entry: Entry; take(): void }): VNode {
  const { t } = useReader();
  return (
    <div class="notice warn" role="status">
      <p>
        {t("page.staffSystem.changedMeanwhile")} <SettingValue of={entry} value={entry.value} />
        {entry.updatedBy !== null && (
          <>
            {" · "}
            <Person userId={entry.updatedBy} />
          </>
        )}
      </p>
      <p class="actions">
        <Button onClick={take}>{t("page.staffSystem.takeTheirs")}</Button>
      </p>
    </div>
  );
}

interface SaveDecisionProps extends Pick<SettingFormProps, "changed"> {
  readonly saving: Saving;
  readonly save: DecisionProps["send"];
  close(): void;
}

function SaveDecision({ saving: { shown, value, scoped }, save, changed, close }: SaveDecisionProps): VNode {
  const { t } = useReader();
  const { key } = shown;
  return (
    <Decision
      id={["save", key]}
      title={titled(t("page.settings.save"), key)}
      verb={t("page.settings.save")}
      kind="primary"
      facts={[
        [t("page.staffSystem.now"), <SettingValue key="now" of={shown} value={shown.value} />],
        [t("page.staffSystem.newValue"), <SettingValue key="new" of={shown} value={value} />],
        [t("page.staffSystem.default"), <SettingValue key="default" of={shown} value={shown.default} />],
        ...removedWith(t, shown),
        ...scoped.map(
          (each) => [`${t("page.staffSystem.stays")}: ${each.scopeValue}`, <Scoped key="scoped" of={shown} scoped={each} />] as const,
        ),
      ]}
      reason={{ readBy: t("page.staffSystem.staffReads"), maxLength: MAX_REASON, isOptional: true }}
      send={save}
      meanwhile={() => meanwhileOf(shown)}
      meanwhileText="page.staffSystem.changedMeanwhile"
      done={changed}
      close={close}
    >
      {t("page.staffSystem.holdsNow")}
    </Decision>
  );
}

function Scoped({ of, scoped }: { readonly of: Entry; readonly scoped: ScopedValue }): VNode {
  return (
    <>
      <ScopeName of={scoped} /> <SettingValue of={of} value={scoped.value} />
    </>
  );
}

/** What a colleague has made of a setting. */
export async function meanwhileOf({ key }: Pick<Entry, "key">) {
  const now = await findEntry(key);
  if (now === null) return null;
  await askForMissingNames(now.updatedBy === null ? [] : [now.updatedBy]);
  return { state: <SettingValue of={now} value={now.value} />, by: now.updatedBy, at: now.updatedAt };
}
