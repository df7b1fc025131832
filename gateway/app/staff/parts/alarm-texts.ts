import type { TextKey } from "#gateway/ui/texts.ts";
import type { Overview } from "./live.ts";

type AlarmKind = Overview["alarms"][number]["kind"];

/** What an alarm says. */
export const alarmText = (kind: AlarmKind): TextKey => `page.console.alarm.${kind}`;

/** What to do about it. */
export const REMEDIES = {
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
  EndpointFailing: "page.console.doEndpoint",
  MailOff: "page.console.doMail",
  QueueOld: "page.console.doQueue",
  PayoutWaiting: "page.console.doQueue",
  FewAdmins: "page.console.doAdmins",
  ServiceSilent: "page.console.doProcess",
} as const satisfies Record<AlarmKind, TextKey>;
