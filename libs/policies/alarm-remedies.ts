import type { AlarmName } from "./alarms.ts";

/** What to do about an alarm, as the key of its text. The console and the mail about it say so. */
export const ALARM_REMEDIES = {
  LedgerImbalance: "page.staffAlarms.doBooks",
  LedgerAuditStale: "page.staffAlarms.doProcess",
  ProviderUnknownReference: "page.staffAlarms.doProvider",
  ProviderDown: "page.staffAlarms.doProviderDown",
  ProviderFundsLow: "page.staffAlarms.doFunds",
  RefundsOverdue: "page.staffAlarms.doProcess",
  OutboxStalled: "page.staffAlarms.doBus",
  ConsumerLag: "page.staffAlarms.doBus",
  WebhookLag: "page.staffAlarms.doProcess",
  ClockSkew: "page.staffAlarms.doClock",
  BusRefusals: "page.staffAlarms.doKeys",
  FactsRefused: "page.staffAlarms.doKeys",
  FactsLost: "page.staffAlarms.doBus",
  KeptValueDrift: "page.staffAlarms.doLog",
  DeadLetters: "page.staffAlarms.doLog",
  MoneyShed: "page.staffAlarms.doLoad",
  ErrorRate: "page.staffAlarms.doLog",
  JobSilent: "page.staffAlarms.doProcess",
  ProcessMissing: "page.staffAlarms.doProcess",
  CertificateExpiry: "page.staffAlarms.doCertificate",
  CountersFull: "page.staffAlarms.doRedis",
  SwitchOpen: "page.staffAlarms.doSwitch",
} as const satisfies Record<AlarmName, string>;
