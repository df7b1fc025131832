import { implement } from "#libs/contract-kit/implement.ts";
import { updateModerationRule } from "#libs/contracts/moderation.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { isUsablePattern } from "../domain/moderation.ts";
import { moderationRuleView } from "../moderation-rule-view.ts";

type RuleDeps = Pick<Deps, "rules" | "activeRules" | "transaction" | "audit" | "clock">;

/** Changes what is given; the kind of a rule stays. */
export const updateModerationRuleAction = (deps: RuleDeps) =>
  implement(updateModerationRule, async (ctx) => {
    const { ruleId, name, pattern, category, active } = ctx.params;
    const known = await deps.rules.find(ruleId);
    if (!known) throw new AppError("moderation.error.rule_not_found");
    if (pattern !== undefined && !isUsablePattern(known.kind, pattern)) throw new AppError("moderation.error.invalid_pattern");
    const changes = {
      ...(name !== undefined && { name }),
      ...(pattern !== undefined && { pattern }),
      ...(category !== undefined && { category }),
      ...(active !== undefined && { active }),
    };
    const at = deps.clock.now();
    const rule = await deps.transaction(async (tx) => {
      const updated = await deps.rules.update(tx, ruleId, { ...changes, updatedAt: at });
      if (!updated) throw new AppError("moderation.error.rule_not_found");
      await deps.audit.add(tx, {
        actor: ctx.caller.userId,
        action: "moderation.rule_updated",
        target: ruleId,
        details: changes,
        requestId: ctx.requestId,
      });
      return updated;
    });
    deps.activeRules.forget();
    return moderationRuleView(rule);
  });
