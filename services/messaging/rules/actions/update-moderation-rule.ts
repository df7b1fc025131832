import { implement } from "#libs/contract-kit/implement.ts";
import { updateModerationRule } from "#libs/contracts/messaging/moderation.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { RulesDeps } from "../deps.ts";
import { isSupportedPattern } from "../domain/moderation-rule.ts";
import { moderationRuleView } from "../views/moderation-rule-view.ts";

type UpdateDeps = Pick<RulesDeps, "rules" | "activeRules" | "transaction" | "audit" | "clock">;

/** PATCH /admin/moderation/rules/{ruleId}: changes the given fields; the kind of a rule cannot change. */
export const updateModerationRuleAction = ({ rules, activeRules, transaction, audit, clock }: UpdateDeps) =>
  implement(updateModerationRule, async (ctx) => {
    const { ruleId, name, pattern, category, active } = ctx.params;
    const stored = await rules.find(ruleId);
    if (!stored) throw new AppError("moderation.error.rule_not_found");
    if (pattern !== undefined && !isSupportedPattern(stored.kind, pattern)) throw new AppError("moderation.error.invalid_pattern");
    const changes = {
      ...(name !== undefined && { name }),
      ...(pattern !== undefined && { pattern }),
      ...(category !== undefined && { category }),
      ...(active !== undefined && { active }),
    };
    const now = clock.now();
    const rule = await transaction(async (tx) => {
      const updated = await rules.update(tx, ruleId, { ...changes, updatedAt: now });
      if (!updated) throw new AppError("moderation.error.rule_not_found");
      await audit.add(tx, {
        actor: ctx.caller.userId,
        action: "moderation.rule_updated",
        target: ruleId,
        details: changes,
        requestId: ctx.requestId,
      });
      return updated;
    });
    activeRules.invalidate();
    return moderationRuleView(rule);
  });
