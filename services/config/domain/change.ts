import type { ChangeAction } from "#libs/contracts/config/terms.ts";
import { boolean, type DocumentOf, json, nullable, of, text } from "#libs/kernel/fields.ts";
import type { ValueScope } from "./value-scope.ts";

/** Who makes a change, and when. */
export interface ChangeAuthor {
  /** User id. */
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

export const changeFields = {
  /** The key as the audit shows it: `killswitch.<SYSTEM>` and `flag.<key>` for switches and flags. */
  key: text,
  domain: text,
  action: of<ChangeAction>(),
  /** Whether there was an override, flag or switch before the change. */
  existed: boolean,
  /** Null when `existed` is false. */
  oldValue: nullable(json()),
  newValue: nullable(json()),
  scope: nullable(json<ValueScope>()),
  reason: nullable(text),
};

/** One change of the configuration: its audit entry and its event are made from it. */
export interface Change extends DocumentOf<typeof changeFields> {}

/** Domains of the audit without configuration keys, and the prefix of their names in it. */
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
