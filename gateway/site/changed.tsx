import type { VNode } from "preact";
import { useReader } from "../ui/parts/reader.tsx";

/** When a text was last changed. */
export function Changed({ at }: { readonly at: string }): VNode {
  const { t, formats } = useReader();
  return (
    <p class="muted">
      <time dateTime={at}>{t("page.legal.changed", { date: formats.date(at) })}</time>
    </p>
  );
}
