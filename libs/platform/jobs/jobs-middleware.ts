import type { Middleware, Service } from "moleculer";
import type { Job, JobRunner } from "./job-runner.ts";

/** The parts of a service schema besides actions. */
export interface JobParts {
  readonly jobs?: readonly Job[];
}

/** Runs the `jobs` of each service while the service runs. */
export function jobsMiddleware({ runner }: { readonly runner: JobRunner }): Middleware {
  return {
    name: "Jobs",
    starting: async () => runner.start(),
    async serviceStarted(service) {
      for (const job of jobsOf(service)) runner.add(job);
    },
    async serviceStopping(service) {
      await Promise.all(jobsOf(service).map(({ name }) => runner.remove(name)));
    },
    stopped: () => runner.stop(),
  };
}

function jobsOf(service: Service): readonly Job[] {
  return (service.schema as JobParts).jobs ?? [];
}
