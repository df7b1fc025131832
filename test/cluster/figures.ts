/** A process of the cluster with a port of its own for metrics and health. */
interface Measured {
  readonly name: string;
  readonly metricsPort: number;
}

const textOf = async ({ metricsPort }: Measured): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

/** The values of a metric in each process that exports it: `name` → values of its replicas. */
export async function valuesOf(processes: readonly Measured[], sample: string): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const process of processes) {
    const line = (await textOf(process)).split("\n").find((each) => each.startsWith(`${sample} `));
    if (line) found[process.name] = [...(found[process.name] ?? []), Number(line.slice(sample.length + 1))];
  }
  return found;
}

/** The sum of a metric over all processes. */
export async function sumOf(processes: readonly Measured[], sample: string): Promise<number> {
  return Object.values(await valuesOf(processes, sample))
    .flat()
    .reduce((sum, value) => sum + value, 0);
}

/** The health report of a process. */
export async function healthOf({ metricsPort }: Measured, kind: "live" | "startup" | "ready") {
  const reply = await fetch(`http://127.0.0.1:${metricsPort}/health/${kind}`);
  const body = (await reply.json()) as { status: string; checks?: Record<string, { ok: boolean; since: string }> };
  return { code: reply.status, ...body };
}
