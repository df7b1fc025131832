import { elapsedMs } from "#libs/kernel/timers.ts";
import type { Metrics, Sample } from "#libs/platform/metrics/metrics.ts";
import { ALARM_NAMES, ALARM_WINDOW_SECONDS, ALARMS, type AlarmMeasure, type AlarmName } from "#libs/policies/alarms.ts";

export interface Vital {
  readonly alarm: AlarmName;
  /** In the unit of the alarm's threshold. */
  readonly value: number;
}

interface Point {
  /** `elapsedMs` of the reading. */
  readonly at: number;
  /** The counts of a counter or histogram at that time. */
  readonly counts: readonly number[];
}

const SECOND_MS = 1_000;

/**
 * Computes the vitals of the alarms from the metrics of this process. An alarm has no vital if this process does not set its metric. While
 * a metric of kind `age` has no sample, its age is that of the process.
 * @param now seconds since 1970
 */
export function vitalsReader(metrics: Pick<Metrics, "samplesOf">, now: () => number): () => Promise<readonly Vital[]> {
  const began = elapsedMs();
  const histories = new Map<AlarmName, Point[]>();

  const windowOf = (alarm: AlarmName, counts: readonly number[]): readonly number[] => {
    const at = elapsedMs();
    const points = [...(histories.get(alarm) ?? []), { at, counts }];
    const start = at - ALARM_WINDOW_SECONDS * SECOND_MS;
    // The last reading before the window, if there is one; counts before the first reading have risen from zero.
    while ((points[1]?.at ?? Number.POSITIVE_INFINITY) <= start) points.shift();
    histories.set(alarm, points);
    const before = (points[0]?.at ?? at) <= start ? (points[0]?.counts ?? []) : [];
    return counts.map((count, index) => count - (before[index] ?? 0));
  };

  const measured = (alarm: AlarmName, measure: AlarmMeasure, samples: readonly Sample[]): number | null => {
    const values = samples.map(({ value }) => value);
    switch (measure.kind) {
      case "gauge":
        return values.length === 0 ? null : Math.max(...values.map(Math.abs));
      case "age": {
        const instants = samples.filter(({ labels }) => isCounted(measure, labels)).map(({ value }) => value);
        return instants.length === 0 ? (elapsedMs() - began) / SECOND_MS : now() - Math.min(...instants);
      }
      case "left":
        return values.length === 0 ? null : now() - Math.min(...values);
      case "increase":
        return windowOf(alarm, [sum(samples.filter(({ labels }) => isCounted(measure, labels)).map(({ value }) => value))])[0] ?? 0;
      case "share": {
        const matching = samples.filter(({ labels }) => String(labels[measure.label]).startsWith(measure.prefix));
        const [part = 0, whole = 0] = windowOf(alarm, [sum(matching.map(({ value }) => value)), sum(values)]);
        return part < measure.least ? 0 : part / whole;
      }
      case "quantile": {
        const buckets = bucketsOf(samples);
        const counts = windowOf(
          alarm,
          buckets.map(({ count }) => count),
        );
        return quantileOf(buckets, counts, measure.quantile);
      }
      case "silence":
        return null;
    }
  };

  return async () => {
    const vitals: Vital[] = [];
    for (const alarm of ALARM_NAMES) {
      const { measure } = ALARMS[alarm];
      const samples = "metric" in measure ? await metrics.samplesOf(measure.metric) : null;
      const value = samples && measured(alarm, measure, samples);
      if (value !== null) vitals.push({ alarm, value });
    }
    return vitals;
  };
}

function isCounted({ only }: AlarmMeasure & { readonly kind: "age" | "increase" }, labels: Sample["labels"]): boolean {
  return only === undefined || labels[only.label] === only.value;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

interface Bucket {
  /** Upper bound. */
  readonly bound: number;
  readonly count: number;
}

/** The cumulative buckets of a histogram, added up over its labels. */
function bucketsOf(samples: readonly Sample[]): readonly Bucket[] {
  const counts = new Map<number, number>();
  for (const { labels, value, metricName = "" } of samples) {
    if (!metricName.endsWith("_bucket")) continue;
    const bound = labels.le === "+Inf" ? Number.POSITIVE_INFINITY : Number(labels.le);
    counts.set(bound, (counts.get(bound) ?? 0) + value);
  }
  return [...counts].map(([bound, count]) => ({ bound, count })).sort((one, other) => one.bound - other.bound);
}

/** The upper bound of the bucket in which a quantile lies; beyond the last bound, that bound. */
function quantileOf(buckets: readonly Bucket[], counts: readonly number[], quantile: number): number {
  const wanted = (counts.at(-1) ?? 0) * quantile;
  if (wanted === 0) return 0;
  const found = buckets.findIndex((_, index) => (counts[index] ?? 0) >= wanted);
  const { bound = 0 } = buckets[found] ?? {};
  return Number.isFinite(bound) ? bound : 2 * (buckets.at(-2)?.bound ?? 0);
}
