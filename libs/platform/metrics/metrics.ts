import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { DECLARED_METRICS, type MetricDeclaration, type MetricKind, type MetricLabels, type MetricName } from "./declared-metrics.ts";

/** Labels come first where a metric has some. */
type Args<L, Rest extends unknown[]> = keyof L extends never ? Rest : [labels: L, ...Rest];

interface CounterMetric<L> {
  inc(...args: Args<L, [by?: number]>): void;
}

interface GaugeMetric<L> {
  set(...args: Args<L, [value: number]>): void;
  /** Removes the sample, because an unknown value must not be reported. */
  remove(...args: Args<L, []>): void;
}

interface HistogramMetric<L> {
  observe(...args: Args<L, [value: number]>): void;
}

type Kinds<L> = { readonly counter: CounterMetric<L>; readonly gauge: GaugeMetric<L>; readonly histogram: HistogramMetric<L> };

/** One value of a metric. */
export interface Sample {
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  readonly value: number;
  /** Of a histogram: `<name>_bucket`, `<name>_sum` or `<name>_count`. */
  readonly metricName?: string;
}

/** The metrics of a process, by the name under which the code sets them. A metric exists from its first use on. */
export type Metrics = { readonly [N in MetricName]: Kinds<MetricLabels<N>>[MetricKind<N>] } & {
  /** Creates metrics before they are first set: counters with closed labels begin with zero. */
  register(names: readonly MetricName[]): void;
  /** The samples of a metric by its public name; null when this process does not set it. */
  samplesOf(metric: string): Promise<readonly Sample[] | null>;
  /** The text for a scraper. */
  render(): Promise<string>;
};

/** Sampling interval of the event loop delay; a shorter one costs more than everything else in an idle process. */
const LAG_PRECISION_MS = 100;
/** The default of `mostSeries`; with it a process stays below 2,000 series. */
const MAX_SERIES = 60;
/** The value of a label whose own value is not in its list, or came after too many others. */
const OTHER = "other";

type Labels = Readonly<Record<string, string>>;
type AnyMetric = Counter | Gauge | Histogram;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
  const registered = new Map<MetricName, object>();

  const obtain = (name: MetricName): object => {
    const known = registered.get(name);
    if (known) return known;
    const declaration: MetricDeclaration = DECLARED_METRICS[name];
    const facade = facadeOf(declaration, metricOf(declaration, registry));
    registered.set(name, facade);
    return facade;
  };

  const common = {
    register(names: readonly MetricName[]): void {
      for (const name of names) obtain(name);
    },
    async samplesOf(metric: string): Promise<readonly Sample[] | null> {
      return (await registry.getSingleMetric(metric)?.get())?.values ?? null;
    },
    render: () => registry.metrics(),
  };
  const getters = Object.fromEntries(
    (Object.keys(DECLARED_METRICS) as MetricName[]).map((name) => [name, { get: () => obtain(name), enumerable: true }]),
  );
  return Object.defineProperties(common, getters) as unknown as Metrics;
}

function metricOf({ kind, name, help, labels, buckets = [] }: MetricDeclaration, registry: Registry): AnyMetric {
  const options = { name, help, labelNames: Object.keys(labels), registers: [registry] };
  if (kind === "counter") return new Counter(options);
  return kind === "gauge" ? new Gauge(options) : new Histogram({ ...options, buckets: [...buckets] });
}

/** The methods by which the code sets a metric: they allow only the declared labels. */
function facadeOf(declaration: MetricDeclaration, metric: AnyMetric): object {
  const close = closedLabels(declaration);
  const split = (args: readonly unknown[]): [Labels, number | undefined] =>
    typeof args[0] === "object" ? [close(args[0] as Labels), args[1] as number | undefined] : [{}, args[0] as number | undefined];
  const write = (args: readonly unknown[], by: (labels: Labels, value: number | undefined) => void) => by(...split(args));
  if (metric instanceof Counter) {
    for (const labels of closedCombinations(declaration)) metric.inc(labels, 0);
    return { inc: (...args: unknown[]) => write(args, (labels, by = 1) => metric.inc(labels, by)) };
  }
  if (metric instanceof Histogram)
    return { observe: (...args: unknown[]) => write(args, (labels, value = 0) => metric.observe(labels, value)) };
  // A gauge without labels would show zero before its first value.
  if (Object.keys(declaration.labels).length === 0) metric.remove();
  return {
    set: (...args: unknown[]) => write(args, (labels, value = 0) => metric.set(labels, value)),
    remove: (...args: unknown[]) => write(args, (labels) => metric.remove(labels)),
  };
}

/** Replaces values outside a label's list by `other`, and all new values once there are too many combinations. */
function closedLabels({ labels: lists, mostSeries = MAX_SERIES }: MetricDeclaration): (labels: Labels) => Labels {
  const names = Object.keys(lists);
  const keyOf = (labels: Labels) => JSON.stringify(names.map((name) => labels[name]));
  const known = new Map<string, Labels>();
  return (labels) => {
    const same = known.get(keyOf(labels));
    if (same) return same;
    const closed = Object.fromEntries(
      Object.entries(lists).map(([label, list]) => {
        const value = labels[label] ?? OTHER;
        return [label, list === "declared" || list.includes(value) ? value : OTHER];
      }),
    );
    const key = keyOf(closed);
    if (known.has(key) || known.size < mostSeries) {
      known.set(key, closed);
      return closed;
    }
    return Object.fromEntries(names.map((label) => [label, OTHER]));
  };
}

/** Every combination of labels whose lists are all closed; none if one of the lists is open. */
function closedCombinations({ labels }: MetricDeclaration): readonly Labels[] {
  let combinations: Labels[] = [{}];
  for (const [label, list] of Object.entries(labels)) {
    if (list === "declared") return [];
    combinations = combinations.flatMap((labelled) => list.map((value) => ({ ...labelled, [label]: value })));
  }
  return combinations;
}
