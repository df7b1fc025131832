import { implement } from "#libs/contract-kit/implement.ts";
import { createModerationRule, MAX_MODERATION_RULES } from "#libs/contracts/messaging/moderation.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { RulesDeps } from "../deps.ts";
import { isSupportedPattern } from "../domain/moderation-rule.ts";
import { moderationRuleView } from "../views/moderation-rule-view.ts";

type CreateDeps = Pick<RulesDeps, "rules" | "activeRules" | "transaction" | "audit" | "clock">;

/** POST /admin/moderation/rules: refuses a pattern that cannot be searched in bounded time, before any message meets it. */
export const createModerationRuleAction = ({ rules, activeRules, transaction, audit, clock }: CreateDeps) =>
  implement(createModerationRule, async (ctx) => {
    const { name, kind, pattern, category, active } = ctx.params;
    if (!isSupportedPattern(kind, pattern)) throw new AppError("moderation.error.invalid_pattern");
    const now = clock.now();
    const rule = { _id: uuid(), name, kind, pattern, category, active, createdAt: now, updatedAt: now };
    await transaction(async (tx) => {
      if ((await rules.count.inTransaction(tx)) >= MAX_MODERATION_RULES) throw new AppError("moderation.error.too_many_rules");
      await rules.insert(tx, rule);
      await audit.add(tx, {
        actor: ctx.caller.userId,
        action: "moderation.rule_created",
        target: rule._id,
        details: { name, kind, pattern, category, active },
        requestId: ctx.requestId,
      });
    });
    activeRules.invalidate();
    return moderationRuleView(rule);
  });
