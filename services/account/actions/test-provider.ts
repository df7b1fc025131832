import { implement } from "#libs/contract-kit/implement.ts";
import { testProvider } from "#libs/contracts/account.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type FailureReason, ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { Deps } from "../deps.ts";
import { type ProbeDeps, providerProbes } from "../provider-probes.ts";

/** Tells how it went, not what was sent or answered; the attempt is on record. */
export const testProviderAction = (deps: ProbeDeps & Pick<Deps, "users" | "transaction" | "audit">) => {
  const probes = providerProbes(deps);
  return implement(testProvider, async ({ params: { slot }, caller, requestId }) => {
    const probe = probes.get(slot);
    const admin = probe && (await deps.users.findById(caller.userId));
    if (!probe) throw new AppError("provider.error.not_testable");
    if (!admin) throw new AppError("error.unauthorized");
    const provider = probe.active();
    const failure = provider === null ? "OFF" : await failureIn(() => probe.try(admin));
    const details = { provider, failure };
    await deps.transaction((tx) =>
      deps.audit.add(tx, { actor: caller.userId, action: testProvider.name, target: slot, details, requestId }),
    );
    return { slot, provider, ok: failure === null, failure };
  });
};

async function failureIn(attempt: () => Promise<void>): Promise<FailureReason | "OFF" | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    if (error instanceof ProviderFailure) return error.reason;
    if (error instanceof AppError && error.key === "provider.error.off") return "OFF";
    throw error;
  }
}
