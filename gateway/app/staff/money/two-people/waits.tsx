import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";
import { QUEUE_OLD_MS } from "#libs/policies/queue-old.ts";

/** How long ago the first of two people has asked. What makes its queue old stands out, since no request ends by itself. */
export function Waits({ since }: { readonly since: string }): VNode {
  const { now } = useReader();
  return (
    <Badge kind={now() - Date.parse(since) > QUEUE_OLD_MS ? "warn" : "neutral"}>
      <Time at={since} as="relative" />
    </Badge>
  );
}
