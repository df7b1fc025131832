import type { AlarmName } from "./alarms.ts";

/** What to do about an alarm, as the key of its text. The console and the mail about it say so. */
export const ALARM_REMEDIES = {
  LedgerImbalance: "page.console.doBooks",
  LedgerAuditStale: "page.console.doProcess",
  ProviderUnknownReference: "page.console.doProvider",
  ProviderDown: "page.console.doProviderDown",
  ProviderFundsLow: "page.console.doFunds",
  RefundsOverdue: "page.console.doProcess",
  OutboxStalled: "page.console.doBus",
  ConsumerLag: "page.console.doBus",
  WebhookLag: "page.console.doProcess",
  ClockSkew: "page.console.doClock",
  BusRefusals: "page.console.doKeys",
  FactsRefused: "page.console.doKeys",
  FactsLost: "page.console.doBus",
  KeptValueDrift: "page.console.doLog",
  DeadLetters: "page.console.doLog",
  MoneyShed: "page.console.doLoad",
  ErrorRate: "page.console.doLog",
  JobSilent: "page.console.doProcess",
  ProcessMissing: "page.console.doProcess",
  CertificateExpiry: "page.console.doCertificate",
  CountersFull: "page.console.doRedis",
  SwitchOpen: "page.console.doSwitch",
} as const satisfies Record<AlarmName, string>;
