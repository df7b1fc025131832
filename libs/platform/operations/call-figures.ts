import type { ActionHandler, ActionSchema, Middleware, Service } from "moleculer";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import type { Metrics } from "#libs/platform/metrics/metrics.ts";

/** Counts and measures the actions that run in this process: a refusal is an answer to the caller, a failure is ours. */
export function callFigures(metrics: Pick<Metrics, "calls" | "callDuration" | "register">): Middleware {
  metrics.register(["calls", "callDuration"]);
  return {
    name: "CallFigures",
    localAction(next: ActionHandler<Service>, schema: ActionSchema): ActionHandler<Service> {
      const { contract } = schema as { readonly contract?: ActionContract };
      if (!contract) return next;
      const { name: action, class: workClass = "normal" } = contract;
      return async function (context) {
        const began = elapsedMs();
        let outcome = "ok";
        try {
          return await next.call(this, context);
        } catch (error) {
          outcome = error instanceof AppError && error.code < 500 ? "refused" : "failed";
          throw error;
        } finally {
          metrics.calls.inc({ action, outcome });
          metrics.callDuration.observe({ class: workClass }, (elapsedMs() - began) / 1_000);
        }
      };
    },
  };
}
