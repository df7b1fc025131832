import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { DisabledReason } from "#libs/contracts/endpoint-events.ts";

const REASONS = {
  ADMIN: "page.console.offByStaff",
  GONE: "page.console.offGone",
  FAILING: "page.console.offFailing",
} as const satisfies Record<DisabledReason, TextKey>;

interface EndpointStateProps {
  readonly endpoint: {
    readonly enabled: boolean;
    readonly disabledReason: DisabledReason | null;
    readonly failingSince: string | null;
  };
}

/** Whether webhooks reach an endpoint, and why not. */
export function EndpointState({ endpoint: { enabled, disabledReason, failingSince } }: EndpointStateProps): VNode {
  const { t } = useReader();
  if (!enabled) return <Badge kind="danger">{t(REASONS[disabledReason ?? "ADMIN"])}</Badge>;
  if (failingSince === null) return <Badge kind="good">{t("page.console.works")}</Badge>;
  return (
    <Badge kind="warn">
      <Sentence of="page.console.failing" parts={{ time: <Time at={failingSince} /> }} />
    </Badge>
  );
}
