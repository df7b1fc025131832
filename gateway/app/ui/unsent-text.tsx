import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Written } from "#gateway/ui/parts/values.tsx";
import { canCopy, copyText } from "../client/browser/clipboard.ts";

interface UnsentTextProps {
  /** Why it can no longer be sent. */
  readonly reason?: string;
  readonly text: string;
}

/** What was typed into a form that has become impossible, to be copied. */
export function UnsentText({ reason, text }: UnsentTextProps): VNode {
  const { t } = useReader();
  return (
    <div class="card">
      {reason !== undefined && <p role="status">{reason}</p>}
      <Written text={text} />
      {canCopy() && (
        <p class="actions">
          <Button onClick={() => void copyText(text)}>{t("page.creator.copy")}</Button>
        </p>
      )}
    </div>
  );
}
