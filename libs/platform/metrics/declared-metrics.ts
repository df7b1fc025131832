import { WORK_CLASSES } from "#libs/contract-kit/work-class.ts";
import { DM_TYPES } from "#libs/contracts/creator/index.ts";

/** The values of a label: a closed list, or names that the code declares (routes, actions, services, jobs), of which there are few. */
type LabelValues = readonly string[] | "declared";

interface Declaration {
  readonly kind: "counter" | "gauge" | "histogram";
  readonly name: string;
  readonly help: string;
  readonly labels: Readonly<Record<string, LabelValues>>;
  /** Maximum number of combinations of label values; further ones are counted as `other`. */
  readonly mostSeries?: number;
  readonly buckets?: readonly number[];
}

/** Bounds of durations, in seconds. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
/** Bounds of delays, in seconds; an alarm looks at one minute. */
const DELAY_BUCKETS = [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 120, 600] as const;

/** The kinds of derived totals. */
const KEPT_KINDS = ["rollup", "unread", "inbox_total"] as const;
export type DerivedKind = (typeof KEPT_KINDS)[number];

const counter = <const L extends Declaration["labels"]>(name: string, help: string, labels: L, mostSeries?: number) =>
  ({ kind: "counter", name, help, labels, ...(mostSeries !== undefined && { mostSeries }) }) as const;
const gauge = <const L extends Declaration["labels"]>(name: string, help: string, labels: L) =>
  ({ kind: "gauge", name, help, labels }) as const;
const histogram = <const L extends Declaration["labels"]>(name: string, help: string, labels: L, buckets: readonly number[]) =>
  ({ kind: "histogram", name, help, labels, buckets }) as const;

/** Every metric of the product by the name under which the code sets it. Names and labels are part of the interface. */
export const DECLARED_METRICS = {
  callDuration: histogram("call_duration_seconds", "Time that actions take", { class: WORK_CLASSES }, DURATION_BUCKETS),
  calls: counter("calls_total", "Actions that have ended", { action: "declared", outcome: ["ok", "refused", "failed"] }, 750),
  httpRequests: counter("http_requests_total", "Requests answered", { route: "declared", status: "declared" }, 550),
  httpDuration: histogram("http_request_duration_seconds", "Time to answer", { class: WORK_CLASSES }, DURATION_BUCKETS),
  rateLimited: counter("rate_limited_total", "Requests refused by a limit", { policy: "declared" }),
  messagesSent: counter("messages_sent_total", "Messages accepted", {
    dm_type: DM_TYPES,
    status: ["PENDING", "ESCROWED", "DELIVERED"],
  }),
  trackingDropped: counter("tracking_dropped_total", "Sessions not recorded", {
    reason: ["bot", "consent", "token", "opt_out", "store"],
  }),
  httpInFlight: gauge("http_in_flight", "Requests that are answered at this moment", { class: WORK_CLASSES }),
  httpShed: counter("http_shed_total", "Requests that were refused because there was too much to do", { class: WORK_CLASSES }),
  webhookDeliveries: counter("webhook_deliveries_total", "Delivery attempts", { status: ["succeeded", "retrying", "failed", "lost"] }),
  webhookLag: gauge("webhook_lag_seconds", "How long the oldest due delivery has waited", {}),
  outboxPending: gauge("outbox_pending", "Events not yet published", { service: "declared" }),
  outboxOldest: gauge("outbox_oldest_seconds", "Age of the oldest event that is not yet published", { service: "declared" }),
  factDelay: histogram("fact_delay_seconds", "Time from an event to its effect", { group: "declared" }, DELAY_BUCKETS),
  factsLost: counter("facts_lost_total", "Events that the stream has confirmed and lost", { service: "declared" }),
  factsRefused: counter("facts_refused_total", "Events that were set aside because their name, owner, age or headers are not valid", {
    group: "declared",
    reason: ["event", "owner", "age", "headers"],
  }),
  deadLetters: counter("dead_letters_total", "Events that no retry could apply", { group: "declared" }),
  busPacketsRefused: counter("bus_packets_refused_total", "Packets of the bus that were dropped, and publications that the bus refused", {
    reason: ["malformed", "subject", "sender", "action", "event", "answer", "info", "publish"],
  }),
  busClockSkew: gauge("bus_clock_skew_seconds", "How far the clock of a peer lies ahead", { peer: ["config"] }),
  counterStoreUsed: gauge("counter_store_used_ratio", "Part of the memory that Redis may use, if it is limited", {}),
  busCertificateExpiry: gauge("bus_certificate_expiry_timestamp_seconds", "When the certificate of the bus ends", {}),
  jobSilence: gauge("job_silence_periods", "Time since a job last succeeded, in its periods", { job: "declared" }),
  escrowHeld: gauge("escrow_held_minor_units", "Money in escrow", {}),
  escrowOverdue: gauge("escrow_overdue_seconds", "How long the refund that is most overdue has waited", {}),
  ledgerImbalance: gauge("ledger_imbalance_minor_units", "By how much the books contradict themselves; zero when right", {}),
  ledgerAuditLastSuccess: gauge("ledger_audit_last_success_timestamp_seconds", "When the books were last read to their end", {
    scope: ["full", "incremental"],
  }),
  referencesUnknown: gauge("payment_references_unknown", "Top-ups, refunds and payees whose provider does not know them", {}),
  providerOutages: gauge("payment_provider_outages", "Calls to the payment provider in a row that it did not answer", {}),
  payoutsWithoutFunds: gauge("payouts_without_funds", "Payouts for which there is too little money at the provider", {}),
  derivedTotalDrift: counter("kept_value_drift_total", "Cached values that differed from a recount and were corrected", {
    kind: KEPT_KINDS,
  }),
  killSwitchActive: gauge("kill_switch_active_seconds", "How long a kill switch has been active", { system: "declared" }),
} as const satisfies Record<string, Declaration>;

export type MetricName = keyof typeof DECLARED_METRICS;
export type MetricDeclaration = Declaration;
export type MetricKind<N extends MetricName> = (typeof DECLARED_METRICS)[N]["kind"];
export type MetricLabels<N extends MetricName> = Record<keyof (typeof DECLARED_METRICS)[N]["labels"] & string, string>;
