import type { Foundation } from "#libs/platform/service/foundation.ts";
import { type ActiveRules, activeRules } from "./active-rules.ts";
import { type ModerationRuleStore, moderationRuleStore } from "./data/moderation-rule.store.ts";
import { type RuleSnapshotStore, ruleSnapshotStore } from "./data/rule-snapshot.store.ts";
import { type StatementStore, statementStore } from "./data/statement.store.ts";

/** The dependencies of moderation rules and statements of reasons. */
export interface RulesDeps extends Foundation {
  readonly rules: ModerationRuleStore;
  readonly activeRules: ActiveRules;
  readonly ruleSnapshots: RuleSnapshotStore;
  readonly statements: StatementStore;
}

export function rulesDeps(foundation: Foundation): RulesDeps {
  const { clock, database } = foundation;
  const rules = moderationRuleStore(database);
  return {
    ...foundation,
    rules,
    activeRules: activeRules(rules, clock),
    ruleSnapshots: ruleSnapshotStore(database),
    statements: statementStore(database),
  };
}
