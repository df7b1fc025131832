import { implement } from "#libs/contract-kit/implement.ts";
import { createModerationRule } from "#libs/contracts/moderation.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { ModerationRuleDoc } from "../data/moderation-rule.model.ts";
import { MAX_RULES } from "../data/moderation-rule.store.ts";
import type { Deps } from "../deps.ts";
import { isUsablePattern } from "../domain/moderation.ts";
import { moderationRuleView } from "../moderation-rule-view.ts";

type RuleDeps = Pick<Deps, "rules" | "activeRules" | "transaction" | "audit" | "clock">;

/** A pattern that cannot be searched in bounded time is refused here, not when a message comes. */
export const createModerationRuleAction = (deps: RuleDeps) =>
  implement(createModerationRule, async (ctx) => {
    const { name, kind, pattern, category, active } = ctx.params;
    if (!isUsablePattern(kind, pattern)) throw new AppError("moderation.error.invalid_pattern");
    const at = deps.clock.now();
    const rule: ModerationRuleDoc = { _id: uuid(), name, kind, pattern, category, active, createdAt: at, updatedAt: at };
    await deps.transaction(async (tx) => {
      if ((await deps.rules.countAlone(tx)) >= MAX_RULES) throw new AppError("moderation.error.too_many_rules");
      await deps.rules.insert(tx, rule);
      await deps.audit.add(tx, {
        actor: ctx.caller.userId,
        action: "moderation.rule_created",
        target: rule._id,
        details: { name, kind, pattern, category, active },
        requestId: ctx.requestId,
      });
    });
    deps.activeRules.forget();
    return moderationRuleView(rule);
  });
