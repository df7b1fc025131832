import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";

/** Until when the terms above hold, or that they have ended; a press then asks for them anew. */
export function BoundUntil({ expiresAt }: { readonly expiresAt: string }): VNode {
  const { t, now } = useReader();
  const left = Date.parse(expiresAt) - now();
  const [, drawAgain] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => drawAgain((times) => times + 1), left);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <p class="hint" role={left > 0 ? undefined : "status"}>
      {left > 0 ? <Sentence of="page.compose.bound" parts={{ time: <Time at={expiresAt} /> }} /> : t("page.compose.ended")}
    </p>
  );
}
