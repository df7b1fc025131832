import type { VNode } from "preact";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { PersonName } from "../../parts/person.tsx";

/** When the last change was made, and by whom. */
export function Changed({ at, by }: { readonly at: string | null; readonly by: string | null }): VNode | null {
  if (at === null) return null;
  const time = <Time at={at} as="relative" />;
  return (
    <span class="hint">
      {by === null ? (
        <Sentence of="page.console.since" parts={{ time }} />
      ) : (
        <Sentence of="page.staffSystem.sinceBy" parts={{ time, name: <PersonName userId={by} /> }} />
      )}
    </span>
  );
}
