import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { getEffectiveConfig } from "#libs/contracts/config/index.ts";
import { Form, Refused } from "../../../ui/form/form.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { staffApi } from "../../staff-session.ts";
import { ScopeValueField } from "./scope-value-field.tsx";
import type { Entry } from "./setting-entry.ts";
import { SettingValue } from "./setting-value.tsx";

/** Asks which value of a setting holds for a platform, region and tier. */
export function EffectiveValue({ entry }: { readonly entry: Entry }): VNode {
  const { t } = useReader();
  const [found, setFound] = useState<{ readonly value: unknown } | null>(null);
  const form = useForm();
  const find = async (fields: FormData) => {
    const scopes = entry.scopes.flatMap((scope) => {
      const value = String(fields.get(scope) ?? "").trim();
      return value === "" ? [] : [[scope, value.toUpperCase()] as const];
    });
    const { active } = await staffApi.call(getEffectiveConfig, { key: entry.key, ...Object.fromEntries(scopes) });
    setFound({ value: active });
  };
  return (
    <Form form={form} onSend={(fields) => form.run(() => find(fields))}>
      <h2>{t("page.staffSystem.effective")}</h2>
      {entry.scopes.map((scope) => (
        <ScopeValueField key={scope} scope={scope} name={scope} isOptional />
      ))}
      <Refused />
      <p class="actions">
        <Button type="submit" busy={form.busy}>
          {t("page.discover.find")}
        </Button>
        <span role="status">{found !== null && <SettingValue of={entry} value={found.value} />}</span>
      </p>
    </Form>
  );
}
