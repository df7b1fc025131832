import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { ScopeKind } from "#libs/contracts/config/terms.ts";

export const SCOPES = {
  platform: "page.staffSystem.platform",
  region: "page.staffSystem.region",
  tier: "page.staffSystem.tier",
} as const satisfies Record<ScopeKind, TextKey>;

interface ScopeNameProps {
  readonly of: { readonly scope: ScopeKind; readonly scopeValue: string };
}

/** The platform, region or tier that a value is for. */
export function ScopeName({ of: { scope, scopeValue } }: ScopeNameProps): VNode {
  const { t } = useReader();
  return (
    <span>
      {t(SCOPES[scope])} <bdi dir="ltr">{scopeValue}</bdi>
    </span>
  );
}
