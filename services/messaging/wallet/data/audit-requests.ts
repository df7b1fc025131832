import type { AuditScope } from "#libs/contracts/wallet/ledger-audit.ts";

/** The audits that administrators want now. One that is lost with its process is run in its turn. */
export interface AuditRequests {
  add(scope: AuditScope): void;
  isEmpty(): boolean;
  /** Runs what is wanted. @param run false: it is wanted still */
  serve(run: (scope: AuditScope) => Promise<boolean>): Promise<void>;
}

export function auditRequests(): AuditRequests {
  const wanted = new Set<AuditScope>();
  return {
    add: (scope) => void wanted.add(scope),
    isEmpty: () => wanted.size === 0,
    async serve(run) {
      for (const scope of [...wanted]) {
        wanted.delete(scope);
        if (!(await run(scope))) wanted.add(scope);
      }
    },
  };
}
