import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { CreatorStatus } from "#libs/contracts/creator/terms.ts";

const SENTENCES: Readonly<Partial<Record<CreatorStatus, TextKey>>> = {
  SUSPENDED: "page.standing.suspended",
  BANNED: "page.standing.banned",
};

/** What the platform has decided about the page of a creator, and what follows from it; nothing for most. */
export function CreatorSanction({ status }: { readonly status: CreatorStatus }): VNode | null {
  const { t } = useReader();
  const sentence = SENTENCES[status];
  return sentence === undefined ? null : <p class="notice danger">{t(sentence)}</p>;
}
