import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { updateModerationRule } from "#libs/contracts/messaging/moderation.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { unlessChanged } from "../parts/unless-changed.ts";
import { staffApi } from "../staff-session.ts";
import { findRule, type ModerationRule } from "./rule.tsx";

/** Bounds of the interface. */
const [MAX_NAME, MAX_PATTERN, MAX_CATEGORY] = [100, 200, 60];

/** The fields of a rule, besides its kind. */
export function RuleFields({ rule }: { readonly rule: Pick<ModerationRule, "name" | "pattern" | "category"> }): VNode {
  const { t } = useReader();
  return (
    <>
      <Field label={t("page.settings.name")} name="name" value={rule.name} required maxLength={MAX_NAME} />
      <Field
        label={t("page.staffSafety.pattern")}
        name="pattern"
        value={rule.pattern}
        required
        maxLength={MAX_PATTERN}
        spellcheck={false}
      />
      <Field
        label={t("page.statement.category")}
        name="category"
        hint={t("page.staffSafety.categoryHint")}
        value={rule.category}
        required
        maxLength={MAX_CATEGORY}
      />
      <p class="hint">{t("page.staffSafety.fromNow")}</p>
    </>
  );
}

/** The values of the fields. */
export const typedIn = (fields: FormData) => {
  const [name = "", pattern = "", category = ""] = ["name", "pattern", "category"].map((field) => String(fields.get(field)));
  return { name, pattern, category };
};

interface EditRuleProps {
  readonly rule: ModerationRule;
  changed(): void;
  close(): void;
}

/** Changes a rule. The interface takes no version, so the page reads the rule again before it sends, and sends nothing over another change. */
export function EditRule({ rule, changed, close }: EditRuleProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const [shown, setShown] = useState(rule);
  const [theirs, setTheirs] = useState<ModerationRule | null>(null);
  const save = async (fields: FormData) => {
    const typed = typedIn(fields);
    let isSaved = false;
    await form.run(async () => {
      setTheirs(null);
      const ask = async () => (await findRule(rule.id)) ?? shown;
      const changed = (now: ModerationRule) => {
        setTheirs(now);
        setShown(now);
      };
      isSaved = await unlessChanged({ shown: shown.updatedAt, ask, versionOf: ({ updatedAt }) => updatedAt, changed }, () =>
        staffApi.call(updateModerationRule, { ruleId: rule.id, ...typed }),
      );
    });
    if (!isSaved) return;
    close();
    changed();
  };
  return (
    <Form form={form} isGuarded class="card" onSend={save}>
      <RuleFields rule={rule} />
      {theirs && <Theirs rule={theirs} />}
      <Refused />
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t("page.settings.save")}
        </Button>
        <Button onClick={close}>{t("page.dialog.cancel")}</Button>
      </p>
    </Form>
  );
}

/** What a colleague has made of the rule meanwhile; the fields keep what one has typed. */
function Theirs({ rule: { name, pattern, category } }: { readonly rule: ModerationRule }): VNode {
  const { t } = useReader();
  return (
    <div class="notice warn" role="alert">
      <p>{t("page.staffSafety.changedRule")}</p>
      <ul>
        {[name, pattern, category].map((value) => (
          <li key={value}>
            <bdi>{value}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
