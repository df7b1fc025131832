import { implement } from "#libs/contract-kit/implement.ts";
import { listModerationRules } from "#libs/contracts/messaging/moderation.ts";
import type { RulesDeps } from "../deps.ts";
import { moderationRuleView } from "../views/moderation-rule-view.ts";

/** GET /admin/moderation/rules */
export const listModerationRulesAction = ({ rules }: Pick<RulesDeps, "rules">) =>
  implement(listModerationRules, async () => (await rules.list()).map(moderationRuleView));
