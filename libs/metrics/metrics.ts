import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** The numbers an operator watches; names are part of the interface. */
export interface Metrics {
  readonly messagesSent: Counter<"dm_type" | "status">;
  readonly trackingDropped: Counter<"reason">;
  readonly httpRequests: Counter<"route" | "status">;
  readonly httpDuration: Histogram<"route">;
  readonly rateLimited: Counter<"policy">;
  readonly outboxPending: Gauge<"service">;
  readonly webhookDeliveries: Counter<"status">;
  readonly escrowHeld: Gauge;
  readonly ledgerImbalance: Gauge;
  /** The text that a scraper reads. */
  render(): Promise<string>;
}

/** The delay of the event loop is looked at so often; more often costs more than all else that an idle process does. */
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
