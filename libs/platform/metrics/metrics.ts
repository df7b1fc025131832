import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** The metrics of a process; their names are part of the interface. */
export interface Metrics {
  readonly messagesSent: Counter<"dm_type" | "status">;
  readonly trackingDropped: Counter<"reason">;
  readonly httpRequests: Counter<"route" | "status">;
  readonly httpDuration: Histogram<"route">;
  readonly rateLimited: Counter<"policy">;
  readonly outboxPending: Gauge<"service">;
  readonly factsLost: Counter<"service">;
  readonly factsRefused: Counter<"group" | "reason">;
  readonly busPacketsRefused: Counter<"reason">;
  readonly webhookDeliveries: Counter<"status">;
  readonly escrowHeld: Gauge;
  readonly ledgerImbalance: Gauge;
  /** The text that a scraper reads. */
  render(): Promise<string>;
}

/** Sampling interval of the event loop delay; a shorter one costs more than everything else in an idle process. */
const LAG_PRECISION_MS = 100;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
  const registers = [registry];
  return {
    messagesSent: new Counter({ name: "messages_sent_total", help: "Messages accepted", labelNames: ["dm_type", "status"], registers }),
    trackingDropped: new Counter({ name: "tracking_dropped_total", help: "Sessions not recorded", labelNames: ["reason"], registers }),
    httpRequests: new Counter({ name: "http_requests_total", help: "Requests answered", labelNames: ["route", "status"], registers }),
    httpDuration: new Histogram({
      name: "http_request_duration_seconds",
      help: "Time to answer",
      labelNames: ["route"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    rateLimited: new Counter({ name: "rate_limited_total", help: "Requests refused by a limit", labelNames: ["policy"], registers }),
    outboxPending: new Gauge({ name: "outbox_pending", help: "Facts not yet published", labelNames: ["service"], registers }),
    factsRefused: new Counter({
      name: "facts_refused_total",
      help: "Facts that were put aside because they are not what they say",
      labelNames: ["group", "reason"],
      registers,
    }),
    busPacketsRefused: new Counter({
      name: "bus_packets_refused_total",
      help: "Packets of the bus that were dropped, and publications that the bus refused",
      labelNames: ["reason"],
      registers,
    }),
    factsLost: new Counter({
      name: "facts_lost_total",
      help: "Facts that the stream has confirmed and lost",
      labelNames: ["service"],
      registers,
    }),
    webhookDeliveries: new Counter({ name: "webhook_deliveries_total", help: "Delivery attempts", labelNames: ["status"], registers }),
    escrowHeld: new Gauge({ name: "escrow_held_minor_units", help: "Money in escrow", registers }),
    ledgerImbalance: new Gauge({
      name: "ledger_imbalance_minor_units",
      help: "By how much the books contradict themselves; zero when right",
      registers,
    }),
    render: () => registry.metrics(),
  };
}
