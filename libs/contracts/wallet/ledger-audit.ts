import { action, event } from "#libs/contract-kit/contract.ts";
import { amount, id, nullableText, optionalTimestamp, timestamp } from "../shared.ts";

/**
 * M1: documents and ledger agree. M2: ledger transactions sum to zero, and none is missing. M3: no debt, and no debit of a frozen wallet. M4:
 * the price of open messages is held. M5: that of answered ones is released. M6: that of expired and rejected ones is refunded. M10:
 * refunds, and M11: payouts have their ledger transactions. M12: the ledger explains each movement of the provider.
 */
export const LEDGER_INVARIANTS = ["M1", "M2", "M3", "M4", "M5", "M6", "M10", "M11", "M12"] as const;
export type LedgerInvariant = (typeof LEDGER_INVARIANTS)[number];

export const AUDIT_SCOPES = ["INCREMENTAL", "FULL"] as const;
export type AuditScope = (typeof AUDIT_SCOPES)[number];

export const AUDIT_STATUSES = ["OK", "VIOLATED", "STALE"] as const;
export type AuditStatus = (typeof AUDIT_STATUSES)[number];

/** Findings in one answer, the newest first. */
export const MAX_FINDINGS = 100;

export const auditStatus = { type: "enum", values: AUDIT_STATUSES } as const;
const invariant = { type: "enum", values: LEDGER_INVARIANTS } as const;
const findingId = { type: "string", max: 500 } as const;

const lastSuccess = { ...optionalTimestamp, description: "When it last read to the end; null: not yet" } as const;

export const getLedgerAudit = action({
  name: "wallet.getLedgerAudit",
  summary: "State and findings of the audit of the ledger",
  http: { method: "GET", path: "/admin/ledger/audit", auth: "admin", permission: "finance:read" },
  params: {},
  returns: {
    type: "object",
    props: {
      status: { ...auditStatus, description: "VIOLATED: there are findings. STALE: the incremental audit has not succeeded for too long" },
      incremental: { type: "object", props: { lastSuccessAt: lastSuccess } },
      full: {
        type: "object",
        props: {
          lastSuccessAt: lastSuccess,
          startedAt: { ...optionalTimestamp, description: "Of the run under way; null: there is none" },
        },
      },
      findings: {
        type: "array",
        max: MAX_FINDINGS,
        description: "Contradictions that a second reading has confirmed and that no full audit has found cured, the newest first",
        items: {
          type: "object",
          props: {
            id: findingId,
            invariant,
            subject: { type: "string", max: 500 },
            detail: { type: "string", max: 500 },
            difference: { ...amount, description: "0.01 when no amount is involved" },
            rows: {
              type: "array",
              max: 10,
              description: "The documents to look at",
              items: { type: "object", props: { collection: { type: "string" }, id: { type: "string", max: 200 } } },
            },
            foundAt: timestamp,
          },
        },
      },
    },
  },
  errors: [],
});

export const runLedgerAudit = action({
  name: "wallet.runLedgerAudit",
  summary: "Start an audit of the ledger now",
  http: { method: "POST", path: "/admin/ledger/audit/run", status: 202, auth: "admin", permission: "finance:write" },
  params: { scope: { type: "enum", values: AUDIT_SCOPES } },
  returns: { type: "object", props: { scope: { type: "enum", values: AUDIT_SCOPES }, requestedAt: timestamp } },
  errors: [],
});

/** Days of one export. */
export const MAX_EXPORT_DAYS = 400;

const MAX_EXPORTED = 500;

export const exportLedger = action({
  name: "wallet.exportLedger",
  summary: `The entries of all ledger transactions of a period of at most ${MAX_EXPORT_DAYS} days, in the order of their time; the audit log records it`,
  http: { method: "GET", path: "/admin/ledger/export", auth: "admin", permission: "finance:read", csv: "ledger" },
  params: {
    from: { type: "timestamp", description: "First instant or day (UTC)" },
    to: { type: "timestamp", description: "End, which is not included" },
    limit: { type: "number", integer: true, min: 1, max: MAX_EXPORTED, default: MAX_EXPORTED, description: "Transactions in a page" },
    cursor: { type: "string", max: 200, optional: true, description: "nextCursor of the previous page" },
  },
  returns: {
    type: "object",
    props: {
      entries: {
        type: "array",
        items: {
          type: "object",
          props: {
            id: { ...id, description: "Of the transaction; its entries add up to zero" },
            at: timestamp,
            kind: { type: "string" },
            reference_type: { type: "string" },
            reference_id: { type: "string" },
            account: { type: "string" },
            amount: { ...amount, description: "Positive into the account, negative out of it" },
            currency: { type: "string" },
          },
        },
      },
      nextCursor: { ...nullableText, description: "Cursor of the next page; null on the last page" },
    },
  },
  errors: ["payment.ledger.invalid_range", "error.conflict"],
});

export const ledgerInvariantViolated = event({
  name: "ledger.invariant_violated",
  owner: "wallet",
  summary: "An audit has found and confirmed a contradiction in the books",
  payload: { findingId, invariant, difference: amount, foundAt: timestamp },
});
