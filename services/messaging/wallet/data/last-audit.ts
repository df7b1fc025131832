import type { Money } from "#libs/kernel/money.ts";

interface Audited {
  /** Sum of all accounts in minor units. */
  readonly total: Money;
  readonly at: Date;
}

/** The last complete audit of this process. */
export interface LastAudit {
  /** Null before the first one. */
  get(): Audited | null;
  set(audited: Audited): void;
}

export function lastAuditOfProcess(): LastAudit {
  let last: Audited | null = null;
  return {
    get: () => last,
    set(audited) {
      last = audited;
    },
  };
}
