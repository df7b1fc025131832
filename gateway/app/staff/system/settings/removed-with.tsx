import type { VNode } from "preact";
import type { Texts } from "#gateway/ui/texts.ts";
import type { Entry } from "./setting-entry.ts";

/** For a dialog: the secrets that go with a change of the value, because they are meant for the old one. */
export function removedWith(t: Texts, { secretKeys = [] }: Pick<Entry, "secretKeys">): readonly (readonly [string, VNode])[] {
  if (secretKeys.length === 0) return [];
  const keys = secretKeys.map((key) => (
    <li key={key}>
      <bdi dir="ltr">{key}</bdi>
    </li>
  ));
  return [[t("page.staffSystem.removedToo"), <ul key="removed">{keys}</ul>]];
}
