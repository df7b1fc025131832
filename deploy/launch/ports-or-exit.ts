import type { Env } from "#libs/platform/env/env.ts";
import { freePort, isFree } from "./free-port.ts";

/**
 * The environment with free ports. When another process holds one of them, prints which and exits with 2. Outside production, a metrics
 * port that was not set explicitly moves to any free one.
 * @param servesInterface whether it listens on `PORT`, too
 */
export async function portsOrExit(env: Env, servesInterface: boolean): Promise<Env> {
  if (servesInterface) await requireFree("PORT", env.port, "HOST", env.host);
  const isChosen = process.env.METRICS_PORT !== undefined;
  if (!isChosen && !env.production && !(await isFree(env.metricsPort, env.metricsHost))) return { ...env, metricsPort: await freePort() };
  await requireFree("METRICS_PORT", env.metricsPort, "METRICS_HOST", env.metricsHost);
  return env;
}

async function requireFree(variable: string, port: number, hostVariable: string, host: string): Promise<void> {
  if (await isFree(port, host)) return;
  const isOurs = await isFree(0, host);
  console.error(
    isOurs
      ? `${variable} ${port} is in use; choose another: ${variable}=${port + 1} npm start`
      : `${hostVariable} ${host} is not an address of this machine`,
  );
  process.exit(2);
}
