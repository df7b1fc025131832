import type { ChangeAction } from "#libs/contracts/config/terms.ts";
import type { ValueScope } from "./value-scope.ts";

/** Who makes a change, and when. */
export interface ChangeAuthor {
  /** User id. */
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

/** One change of the configuration: its audit entry and its event are made from it. */
export interface Change {
  /** The key as the audit shows it: `killswitch.<SYSTEM>` and `flag.<key>` for switches and flags. */
  readonly key: string;
  readonly domain: string;
  readonly action: ChangeAction;
  /** Whether there was an override, flag or switch before the change. */
  readonly existed: boolean;
  /** Null when `existed` is false. */
  readonly oldValue: unknown;
  readonly newValue: unknown;
  readonly scope: ValueScope | null;
  readonly reason: string | null;
}

/** Domains of the audit that hold no configuration keys, and the prefix of their names in it. */
export const FLAGS = { domain: "flags", prefix: "flag." } as const;
export const SWITCHES = { domain: "killswitches", prefix: "killswitch." } as const;

interface Toggle {
  readonly name: string;
  readonly action: ChangeAction;
  /** Null: it did not exist. */
  readonly oldValue: boolean | null;
  /** Null: it does not exist any more. */
  readonly newValue: boolean | null;
  readonly reason?: string | null;
}

/** The change of a flag or of a kill switch. */
export function toggleChange({ domain, prefix }: typeof FLAGS | typeof SWITCHES, { name, reason = null, ...toggle }: Toggle): Change {
  return { key: `${prefix}${name}`, domain, existed: toggle.oldValue !== null, ...toggle, scope: null, reason };
}
