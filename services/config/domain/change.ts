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
  /** False for a first change: there was no override, flag or switch before. */
  readonly existed: boolean;
  /** Null for a first change. */
  readonly oldValue: unknown;
  readonly newValue: unknown;
  readonly scope: ValueScope | null;
  readonly reason: string | null;
}

/** Domains of the audit that hold no configuration keys, and what precedes a name in them. */
export const FLAGS = { domain: "flags", prefix: "flag." } as const;
export const SWITCHES = { domain: "killswitches", prefix: "killswitch." } as const;

/** A change of a flag or a kill switch; null stands for "there is none". */
interface Toggle {
  readonly name: string;
  readonly action: ChangeAction;
  readonly oldValue: boolean | null;
  readonly newValue: boolean | null;
  readonly reason?: string | null;
}

export function toggleChange({ domain, prefix }: typeof FLAGS | typeof SWITCHES, { name, reason = null, ...rest }: Toggle): Change {
  return { key: `${prefix}${name}`, domain, existed: rest.oldValue !== null, ...rest, scope: null, reason };
}
