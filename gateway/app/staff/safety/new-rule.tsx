import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Choice } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { createModerationRule, RULE_KINDS, type RuleKind } from "#libs/contracts/messaging/moderation.ts";
import { go } from "../../client/navigation.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useKey } from "../../ui/form/use-key.ts";
import { staffApi } from "../staff-session.ts";
import { KINDS } from "./rule.tsx";
import { RuleFields, typedIn } from "./rule-form.tsx";

const LIST = "/admin/moderation/rules";
const EMPTY = { name: "", pattern: "", category: "OTHER" } as const;

/** A new rule, which holds back what is sent from then on. */
export default function NewRule(): VNode {
  const { t } = useReader();
  const form = useForm();
  const keyed = useKey();
  const create = async (fields: FormData) => {
    const kind = String(fields.get("kind")) as RuleKind;
    let id = "";
    const isMade = await form.run(async () => {
      const rule = { ...typedIn(fields), kind };
      ({ id } = await keyed((idempotencyKey) => staffApi.call(createModerationRule, rule, { idempotencyKey })));
    });
    if (isMade) go(`${LIST}/${id}`, "replace");
  };
  return (
    <>
      <p class="actions">
        <a href={LIST}>{t("page.console.rules")}</a>
      </p>
      <h1 tabIndex={-1}>{t("page.staffSafety.newRule")}</h1>
      <Form form={form} isGuarded class="card" onSend={create}>
        <Choice
          label={t("page.staffSafety.kind")}
          name="kind"
          options={RULE_KINDS.map((kind) => ({ value: kind, text: t(KINDS[kind]) }))}
        />
        <RuleFields rule={EMPTY} />
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {t("page.settings.save")}
          </Button>
        </p>
      </Form>
    </>
  );
}
