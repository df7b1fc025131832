import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Loaded, useQuery } from "../../../ui/use-query.tsx";
import type { Entry } from "./setting-entry.ts";

interface SettingScopesProps {
  readonly entry: Entry;
}

/** The values of a setting for platforms, regions and tiers, loaded when they are opened. */
export function SettingScopes({ entry }: SettingScopesProps): VNode {
  const { t } = useReader();
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t("page.staffSystem.scoped")}</summary>
        {isOpen && <Opened entry={entry} />}
      </details>
    </section>
  );
}

function Opened({ entry }: SettingScopesProps): VNode {
  const parts = useQuery("parts", () => import("./scoped-values.tsx"));
  return (
    <Loaded query={parts} lines={2}>
      {({ ScopedValues }) => <ScopedValues entry={entry} />}
    </Loaded>
  );
}
