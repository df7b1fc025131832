export const CHANGE_ACTIONS = ["SET", "SET_SCOPED", "RESET", "ROLLBACK", "CREATE", "TOGGLE"] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

export interface ValueScope {
  readonly kind: "platform" | "region" | "tier";
  readonly value: string;
}

/** What one write does to the configuration: the audit entry and the event are made from it. */
export interface Change {
  /** The key as the audit shows it: `killswitch.<SYSTEM>` and `flag.<key>` for switches and flags. */
  readonly key: string;
  readonly domain: string;
  readonly action: ChangeAction;
  /** Null for a first change. */
  readonly oldValue: unknown;
  readonly newValue: unknown;
  readonly scope: ValueScope | null;
  readonly reason: string | null;
}

export function flagChange(key: string, action: ChangeAction, oldValue: boolean | null, newValue: boolean): Change {
  return { key: `flag.${key}`, domain: "flags", action, oldValue, newValue, scope: null, reason: null };
}

export function killSwitchChange(system: string, oldValue: boolean | null, newValue: boolean, reason: string | null): Change {
  return { key: `killswitch.${system}`, domain: "killswitches", action: "TOGGLE", oldValue, newValue, scope: null, reason };
}
