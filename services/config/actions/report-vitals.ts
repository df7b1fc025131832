import { implement } from "#libs/contract-kit/implement.ts";
import { reportVitals } from "#libs/contracts/config/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { processOf } from "../domain/process-of.ts";

/** Internal: a process reports its own vitals, never those of another. The response lets it compare its clock. */
export const reportVitalsAction = ({ clock, reports }: Pick<Deps, "clock" | "reports">) =>
  implement(reportVitals, async ({ params: { node, process, vitals }, sender }) => {
    if (sender !== null && (node !== sender || processOf(node) !== process)) throw new AppError("error.forbidden");
    const at = clock.now();
    await reports.save({ node, process, at, vitals: Object.fromEntries(vitals.map(({ alarm, value }) => [alarm, value])) });
    return { at: clock.now().toISOString() };
  });
