import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listModerationRules, type RuleKind } from "#libs/contracts/messaging/moderation.ts";
import { staffApi } from "../staff-session.ts";

/** All rules that hold messages back. */
export const allRules = () => staffApi.call(listModerationRules);

export type ModerationRule = Awaited<ReturnType<typeof allRules>>[number];

/** A rule by its id; null: there is none. */
export const findRule = async (ruleId: string): Promise<ModerationRule | null> =>
  (await allRules()).find(({ id }) => id === ruleId) ?? null;

export const KINDS = {
  SUBSTRING: "page.staffSafety.kindSubstring",
  WORD: "page.staffSafety.kindWord",
  REGEX: "page.staffSafety.kindRegex",
} as const satisfies Record<RuleKind, TextKey>;

/** Whether a rule holds messages back. */
export function RuleState({ active }: Pick<ModerationRule, "active">): VNode {
  const { t } = useReader();
  return active ? <Badge kind="good">{t("page.staffSafety.on")}</Badge> : <Badge kind="neutral">{t("page.staffSafety.off")}</Badge>;
}
