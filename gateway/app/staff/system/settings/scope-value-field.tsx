import type { VNode } from "preact";
import { Choice, Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { ScopeKind } from "#libs/contracts/config/terms.ts";
import { SCOPE_VALUES } from "#libs/platform/config/scope-values.ts";
import { SCOPES } from "./scope-name.tsx";

interface ScopeValueFieldProps {
  readonly scope: ScopeKind;
  readonly name: string;
  /** Nothing need be chosen. */
  readonly isOptional?: true;
}

/** Which platform, region or tier. */
export function ScopeValueField({ scope, name, isOptional }: ScopeValueFieldProps): VNode {
  const { t } = useReader();
  const label = t(SCOPES[scope]);
  if (scope === "region")
    return <Field label={label} name={name} hint={t("page.staffSystem.regionHint")} dir="ltr" required={!isOptional} maxLength={2} />;
  const values = [...(isOptional ? [""] : []), ...SCOPE_VALUES[scope]];
  return <Choice label={label} name={name} options={values.map((value) => ({ value, text: value === "" ? "–" : value }))} />;
}
