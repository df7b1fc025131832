import type { BrokerOptions } from "moleculer";
import { withLocalDefaults } from "#deploy/launch/local-defaults.ts";
import { brokerOptions } from "#libs/platform/broker/broker-options.ts";
import { readEnv } from "#libs/platform/env/read-env.ts";
import { createRuntime } from "#libs/platform/runtime/create-runtime.ts";

/** The part of Moleculer's runner that a configuration sees as `this`. */
interface Runner {
  readonly flags?: { mask?: string };
  readonly servicePaths?: readonly string[];
}

/**
 * The configuration for Moleculer's own tools. `moleculer-runner-esm --config moleculer.config.ts services/content` runs a service against
 * `NATS_URL`, `MONGO_URL` and `REDIS_URL`. The launchers in `deploy/launch` create their brokers with the same options.
 */
export default function config(this: Runner | undefined): BrokerOptions {
  // The runner looks for *.service.js unless it is told otherwise.
  if (this?.flags) this.flags.mask ||= "**/*.service.ts";
  const runtime = createRuntime(withLocalDefaults(readEnv()), { process: processOf(this?.servicePaths) });
  return {
    ...brokerOptions(runtime),
    async stopped() {
      await runtime.close();
    },
  };
}

/** The process whose services are loaded: `services/content` is content. */
function processOf([path = ""]: readonly string[] = []): string {
  return /(?:^|\/)services\/([a-z]+)/.exec(path)?.[1] ?? "gateway";
}
