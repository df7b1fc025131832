import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { CreatorStatus } from "#libs/contracts/creator/terms.ts";

const SENTENCES: Readonly<Partial<Record<CreatorStatus, TextKey>>> = {
  SUSPENDED: "page.standing.suspended",
  BANNED: "page.standing.banned",
};

/** A moderation decision about the creator's page and its consequences; nothing without one. */
export function CreatorSanction({ status }: { readonly status: CreatorStatus }): VNode | null {
  const { t } = useReader();
  const sentence = SENTENCES[status];
  return sentence === undefined ? null : <p class="notice danger">{t(sentence)}</p>;
}
