import type { Middleware } from "moleculer";
import { setTracer } from "#libs/contract-kit/tracing.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { OtlpTracer } from "./otlp-tracer.ts";

/** The name of a process that has the whole system in it. */
const WHOLE_SYSTEM = "platform";

/** Records the traces of a process if the environment names a receiver. Otherwise OpenTelemetry is not loaded. */
export function tracingMiddleware({ env, bus, logger }: Pick<Runtime, "env" | "bus" | "logger">): Middleware {
  let tracer: OtlpTracer | null = null;
  return {
    name: "Tracing",
    async starting() {
      if (!env.tracing) return;
      const { otlpTracer } = await import("./otlp-tracer.ts");
      tracer = otlpTracer(env.tracing, bus?.process ?? WHOLE_SYSTEM, logger);
      setTracer(tracer);
    },
    async stopped() {
      if (!tracer) return;
      setTracer(null);
      await tracer.stop();
    },
  };
}
