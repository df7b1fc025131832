import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";

interface FactorProps {
  /** A recovery code instead of one of the authenticator. */
  readonly recovers: boolean;
}

/** The field of the answer, named like its parameter. */
export const factorName = (recovers: boolean) => (recovers ? "recoveryCode" : "code");

/** The field for a second factor. */
export function FactorField({ recovers }: FactorProps): VNode {
  const { t } = useReader();
  const name = factorName(recovers);
  if (recovers) return <Field label={t("page.login.recoveryCode")} name={name} autocomplete="off" spellcheck={false} dir="ltr" required />;
  return <Field label={t("page.login.code")} name={name} inputMode="numeric" autocomplete="one-time-code" dir="ltr" required />;
}

/** Changes between the two kinds. */
export function OtherFactor({ recovers, onChange }: FactorProps & { onChange(recovers: boolean): void }): VNode {
  const { t } = useReader();
  return <Button onClick={() => onChange(!recovers)}>{t(recovers ? "page.login.code" : "page.login.recoveryCode")}</Button>;
}
