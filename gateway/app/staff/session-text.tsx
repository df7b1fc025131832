import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";

interface Session {
  readonly deviceName: string | null;
  readonly userAgentSummary: string | null;
  readonly country: string | null;
  readonly lastUsedAt: string;
  readonly current: boolean;
}

/** Device, country and last use of a session. */
export function SessionText({ of }: { readonly of: Session }): VNode {
  const { t, locale } = useReader();
  const { deviceName, userAgentSummary, country, lastUsedAt, current } = of;
  const place = country === null ? null : new Intl.DisplayNames(locale, { type: "region" }).of(country);
  return (
    <span class="text">
      <bdi>{deviceName ?? userAgentSummary ?? t("page.settings.unknownDevice")}</bdi>
      <span class="hint">
        {place != null && <>{place} · </>}
        {current ? <Badge kind="good">{t("page.settings.thisDevice")}</Badge> : <Time at={lastUsedAt} />}
      </span>
    </span>
  );
}
