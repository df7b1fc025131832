import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { canCopy, copyText } from "../../client/browser/clipboard.ts";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  onDone(): void;
}

/** New recovery codes, to copy or to print. They are not shown again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps): VNode {
  const { t } = useReader();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => setCopied(await copyText(codes.join("\n")));
  return (
    <section aria-label={t("page.settings.recoveryCodes")}>
      <p class="notice warn">{t("page.settings.recoveryHint")}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ul>
      <p class="actions">
        {canCopy() && <Button onClick={() => void copy()}>{t("page.settings.copy")}</Button>}
        <Button onClick={() => print()}>{t("page.settings.print")}</Button>
        <Button kind="primary" onClick={onDone}>
          {t("page.settings.codesKept")}
        </Button>
      </p>
      <p role="status">{isCopied && t("page.settings.copied")}</p>
    </section>
  );
}
