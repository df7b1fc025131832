import type { ProofRule } from "#libs/contract-kit/recent-proof.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Runtime } from "./runtime.ts";

/** How old the proof of a caller may be, by the clock and the settings of this process. */
export const proofRule = ({ clock, config }: Pick<Runtime, "clock" | "config">): ProofRule => ({
  now: () => clock.now(),
  maxAgeSeconds: () => (config.read("auth.step_up_minutes") * MINUTE) / SECOND,
});
