import { implement } from "#libs/contract-kit/implement.ts";
import { listModerationRules } from "#libs/contracts/moderation.ts";
import type { Deps } from "../deps.ts";
import { moderationRuleView } from "../moderation-rule-view.ts";

export const listModerationRulesAction = (deps: Pick<Deps, "rules">) =>
  implement(listModerationRules, async () => (await deps.rules.list()).map(moderationRuleView));
