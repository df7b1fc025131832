import type { Clock } from "#libs/kernel/clock.ts";
import type { ModerationRuleStore } from "./data/moderation-rule.store.ts";
import { type CompiledRule, compileRule } from "./domain/moderation.ts";

/** The active moderation rules, compiled once. */
export interface ActiveRules {
  current(): Promise<readonly CompiledRule[]>;
  /** Makes the next send look at the store. */
  forget(): void;
}

/** After so many milliseconds a change by another replica is seen. */
const FRESH_MS = 1_000;

export function activeRules(store: Pick<ModerationRuleStore, "active">, clock: Clock): ActiveRules {
  const compiled = new Map<string, CompiledRule>();
  let loaded: { readonly at: number; readonly rules: Promise<readonly CompiledRule[]> } | null = null;

  const load = async (): Promise<readonly CompiledRule[]> => {
    const stored = await store.active();
    const rules = stored.map(({ _id: id, name, kind, pattern, category }) => {
      const source = { id, name, kind, pattern, category };
      const wording = JSON.stringify(source);
      return [wording, compiled.get(wording) ?? compileRule(source)] as const;
    });
    compiled.clear();
    for (const [wording, rule] of rules) compiled.set(wording, rule);
    return rules.map(([, rule]) => rule);
  };

  return {
    current() {
      const now = clock.now().getTime();
      if (!loaded || Math.abs(now - loaded.at) >= FRESH_MS) {
        loaded = { at: now, rules: load() };
        loaded.rules.catch(() => {
          loaded = null;
        });
      }
      return loaded.rules;
    },
    forget() {
      loaded = null;
    },
  };
}
