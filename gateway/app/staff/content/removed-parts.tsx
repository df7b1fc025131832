import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";

/** A part of the HTML that the interface took out. */
export interface RemovedPart {
  readonly what: string;
  readonly line: number;
}

/** What was taken out of a text when it was saved, by the lines of the text as it was typed. */
export function RemovedParts({ of }: { readonly of: readonly RemovedPart[] }): VNode | null {
  const { t, formats } = useReader();
  if (of.length === 0) return null;
  return (
    <div class="notice warn" role="status" data-removed>
      <p>{t("page.staffContent.removed")}</p>
      <ul>
        {of.map(({ what, line }, index) => (
          <li key={index}>
            {t("page.staffContent.line", { line: formats.number(line) })} <code dir="ltr">{what}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
