import { outsideActions } from "#libs/contract-kit/running-action.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { ModerationRuleStore } from "./data/moderation-rule.store.ts";
import { type CompiledRule, compileRule } from "./domain/moderation-rule.ts";

/** A cache of the active moderation rules, each compiled once. */
export interface ActiveRules {
  current(): Promise<readonly CompiledRule[]>;
  /** The next call of `current` reads the store. */
  invalidate(): void;
}

/** Longest time until this process sees a change made by another one. */
const CACHE_MS = 1_000;

export function activeRules(store: Pick<ModerationRuleStore, "listActive">, clock: Clock): ActiveRules {
  const compiledRules = new Map<string, CompiledRule>();
  let cached: { readonly at: number; readonly rules: Promise<readonly CompiledRule[]> } | null = null;

  const load = async (): Promise<readonly CompiledRule[]> => {
    const stored = await store.listActive();
    const rules = stored.map(({ _id: id, name, kind, pattern, category }) => {
      const source = { id, name, kind, pattern, category };
      const key = JSON.stringify(source);
      return [key, compiledRules.get(key) ?? compileRule(source)] as const;
    });
    compiledRules.clear();
    for (const [key, rule] of rules) compiledRules.set(key, rule);
    return rules.map(([, rule]) => rule);
  };

  return {
    current() {
      const now = clock.now().getTime();
      if (!cached || Math.abs(now - cached.at) >= CACHE_MS) {
        // Runs outside any caller's async context, because all concurrent sends share it.
        cached = { at: now, rules: outsideActions(null, load) };
        cached.rules.catch(() => {
          cached = null;
        });
      }
      return cached.rules;
    },
    invalidate() {
      cached = null;
    },
  };
}
