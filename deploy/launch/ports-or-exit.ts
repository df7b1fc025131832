import type { Env } from "#libs/platform/env/env.ts";
import { isFree } from "./free-port.ts";

/**
 * When another process has a port of this one, the process says which and ends with 2.
 * @param servesInterface whether it listens on `PORT`, too
 */
export async function portsOrExit({ host, port, metricsHost, metricsPort }: Env, servesInterface: boolean): Promise<void> {
  const wanted = [
    ...(servesInterface ? [{ variable: "PORT", host, port }] : []),
    { variable: "METRICS_PORT", host: metricsHost, port: metricsPort },
  ];
  for (const { variable, host: address, port: number } of wanted) {
    if (await isFree(number, address)) continue;
    console.error(
      `${variable}: cannot listen on port ${number} of ${address}; another process has it, or its address is not one of this machine`,
    );
    process.exit(2);
  }
}
