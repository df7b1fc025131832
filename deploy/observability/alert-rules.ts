import { ALARM_NAMES, ALARM_WINDOW_SECONDS, ALARMS, type AlarmRule } from "#libs/policies/alarms.ts";

const HEAD = `# Written by \`npm run alerts\` from libs/policies/alarms.ts: the same alarms that the config service evaluates.
# Prometheus scrapes the port of figures of every process ("Ports and health" in deploy/docs/operating.md).
groups:
  - name: platform
    rules:
`;
const WINDOW = `${ALARM_WINDOW_SECONDS / 60}m`;
/** A value must last for this long, so that one slow scrape sends no page. */
const LASTS = "1m";

/** The alerting rules for Prometheus, as YAML. Watchdog always fires: its absence shows that alerting itself is broken. */
export function alertRules(): string {
  const watchdog = rule("Watchdog", "vector(1)", "none", "Always on: without it, alarms do not arrive");
  return (
    HEAD +
    [...ALARM_NAMES.map((name) => rule(name, expressionOf(ALARMS[name]), ALARMS[name].severity, ALARMS[name].summary)), watchdog].join("")
  );
}

function rule(name: string, expression: string, severity: string, summary: string): string {
  const lasts = severity === "none" ? "" : `        for: ${LASTS}\n`;
  return `      - alert: ${name}
        expr: ${JSON.stringify(expression)}
${lasts}        labels: { severity: ${severity} }
        annotations: { summary: ${JSON.stringify(summary)} }
`;
}

function selectorOf(only: { readonly label: string; readonly value: string } | undefined): string {
  return only ? `{${only.label}="${only.value}"}` : "";
}

const metricOf = ({ metric, only }: AlarmRule["measure"] & { readonly kind: "age" }): string => `${metric}${selectorOf(only)}`;

function expressionOf({ measure, threshold }: AlarmRule): string {
  switch (measure.kind) {
    case "gauge":
      return `abs(${measure.metric}) > ${threshold}`;
    case "age":
      // Fires also when the gauge has been absent for that long.
      return `time() - ${metricOf(measure)} > ${threshold} or absent_over_time(${metricOf(measure)}[${threshold}s])`;
    case "left":
      return `time() - ${measure.metric} > ${threshold}`;
    case "increase":
      return `sum by (instance) (increase(${measure.metric}${selectorOf(measure.only)}[${WINDOW}])) > ${threshold}`;
    case "share": {
      const rise = (selector: string) => `sum by (instance) (increase(${measure.metric}${selector}[${WINDOW}]))`;
      const part = rise(`{${measure.label}=~"${measure.prefix}.*"}`);
      return `${part} / ${rise("")} > ${threshold} and ${part} >= ${measure.least}`;
    }
    case "quantile":
      return `histogram_quantile(${measure.quantile}, sum by (instance, le) (rate(${measure.metric}_bucket[${WINDOW}]))) > ${threshold}`;
    case "silence":
      return "up == 0";
  }
}
