interface OneLabel {
  readonly label: string;
  readonly value: string;
}

/** The value of an alarm, computed from the metrics of one process. Counters are evaluated over the last five minutes. */
export type AlarmMeasure =
  /** The greatest sample of a gauge; its sign does not count. */
  | { readonly kind: "gauge"; readonly metric: string }
  /** Seconds since the instant that a gauge names; of several, or those with one label, the longest. */
  | { readonly kind: "age"; readonly metric: string; readonly only?: OneLabel }
  /** Seconds until the instant that a gauge names, counted negative: less time is a greater value. */
  | { readonly kind: "left"; readonly metric: string }
  /** The rise of a counter, over all its samples or those with one label. */
  | { readonly kind: "increase"; readonly metric: string; readonly only?: OneLabel }
  /** The part of a counter's rise whose label begins with a text; zero while that part is smaller than `least`. */
  | { readonly kind: "share"; readonly metric: string; readonly label: string; readonly prefix: string; readonly least: number }
  /** A quantile of a histogram. */
  | { readonly kind: "quantile"; readonly metric: string; readonly quantile: number }
  /** Seconds since a process last reported. */
  | { readonly kind: "silence" };

export interface AlarmRule {
  readonly severity: "critical" | "warning";
  readonly summary: string;
  readonly measure: AlarmMeasure;
  /** The alarm is raised while the value is greater. */
  readonly threshold: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** All alarms that wake an operator. The config service evaluates them, and they are written as rules for Prometheus (`npm run alerts`). */
export const ALARMS = {
  LedgerImbalance: {
    severity: "critical",
    summary: "The books contradict themselves",
    measure: { kind: "gauge", metric: "ledger_imbalance_minor_units" },
    threshold: 0,
  },
  LedgerAuditStale: {
    severity: "critical",
    summary: "What has moved in the books has not been audited for too long",
    measure: {
      kind: "age",
      metric: "ledger_audit_last_success_timestamp_seconds",
      only: { label: "scope", value: "incremental" },
    },
    threshold: 15 * MINUTE,
  },
  ProviderUnknownReference: {
    severity: "critical",
    summary: "A payment provider does not know a payment or payee that was begun there",
    measure: { kind: "gauge", metric: "payment_references_unknown" },
    threshold: 0,
  },
  ProviderDown: {
    severity: "critical",
    summary: "The payment provider does not answer: three calls in a row have failed",
    measure: { kind: "gauge", metric: "payment_provider_outages" },
    threshold: 2,
  },
  ProviderFundsLow: {
    severity: "warning",
    summary: "A payment provider has too little money for a payout that was approved",
    measure: { kind: "gauge", metric: "payouts_without_funds" },
    threshold: 0,
  },
  RefundsOverdue: {
    severity: "critical",
    summary: "A message that has expired is not refunded",
    measure: { kind: "gauge", metric: "escrow_overdue_seconds" },
    threshold: 5 * MINUTE,
  },
  OutboxStalled: {
    severity: "critical",
    summary: "Events wait in an outbox",
    measure: { kind: "gauge", metric: "outbox_oldest_seconds" },
    threshold: MINUTE,
  },
  ConsumerLag: {
    severity: "warning",
    summary: "Events take long to have their effect",
    measure: { kind: "quantile", metric: "fact_delay_seconds", quantile: 0.99 },
    threshold: MINUTE,
  },
  WebhookLag: {
    severity: "warning",
    summary: "Due webhooks are not sent",
    measure: { kind: "gauge", metric: "webhook_lag_seconds" },
    threshold: 10 * MINUTE,
  },
  ClockSkew: {
    severity: "warning",
    summary: "The clocks of two processes differ",
    measure: { kind: "gauge", metric: "bus_clock_skew_seconds" },
    threshold: 0.5,
  },
  BusRefusals: {
    severity: "critical",
    summary: "Packets on the bus have a sender or a form that is not valid",
    measure: { kind: "increase", metric: "bus_packets_refused_total" },
    threshold: 0,
  },
  FactsRefused: {
    severity: "critical",
    summary: "Stored events have a name, an owner or an age that is not valid",
    measure: { kind: "increase", metric: "facts_refused_total" },
    threshold: 0,
  },
  FactsLost: {
    severity: "critical",
    summary: "The stream has lost events that it had confirmed; they are published again",
    measure: { kind: "increase", metric: "facts_lost_total" },
    threshold: 0,
  },
  KeptValueDrift: {
    severity: "warning",
    summary: "A derived total, rollup or page differed from a recount; it is corrected",
    measure: { kind: "increase", metric: "kept_value_drift_total" },
    threshold: 0,
  },
  DeadLetters: {
    severity: "critical",
    summary: "An event could not be applied",
    measure: { kind: "increase", metric: "dead_letters_total" },
    threshold: 0,
  },
  MoneyShed: {
    severity: "critical",
    summary: "Requests that move money are refused because the gateway is overloaded",
    measure: { kind: "increase", metric: "http_shed_total", only: { label: "class", value: "money" } },
    threshold: 0,
  },
  ErrorRate: {
    severity: "warning",
    summary: "More than one request in a hundred fails, and not just a few of little traffic",
    measure: { kind: "share", metric: "http_requests_total", label: "status", prefix: "5", least: 5 },
    threshold: 0.01,
  },
  JobSilent: {
    severity: "warning",
    summary: "A job has not succeeded for five of its periods",
    measure: { kind: "gauge", metric: "job_silence_periods" },
    threshold: 5,
  },
  ProcessMissing: {
    severity: "critical",
    summary: "No process of a name reports any more",
    measure: { kind: "silence" },
    threshold: MINUTE,
  },
  CertificateExpiry: {
    severity: "warning",
    summary: "The certificate of the bus, or of its authority, ends within two weeks",
    measure: { kind: "left", metric: "bus_certificate_expiry_timestamp_seconds" },
    threshold: -14 * DAY,
  },
  CountersFull: {
    severity: "critical",
    summary: "Redis is full, or nearly: counters are refused or evicted",
    measure: { kind: "gauge", metric: "counter_store_used_ratio" },
    threshold: 0.95,
  },
  SwitchOpen: {
    severity: "warning",
    summary: "A kill switch has been active for more than four hours",
    measure: { kind: "gauge", metric: "kill_switch_active_seconds" },
    threshold: 4 * HOUR,
  },
} as const satisfies Record<string, AlarmRule>;

export type AlarmName = keyof typeof ALARMS;
export const ALARM_NAMES = Object.keys(ALARMS) as [AlarmName, ...AlarmName[]];

/** The window in which alarms evaluate counters and histograms, in seconds. */
export const ALARM_WINDOW_SECONDS = 5 * MINUTE;
