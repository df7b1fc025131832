import { implement } from "#libs/contract-kit/implement.ts";
import { testProvider } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { randomSecret } from "#libs/kernel/secrets.ts";
import { type FailureReason, ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { Deps } from "../deps.ts";
import type { User } from "../domain/user.ts";

type ProbeDeps = Pick<Deps, "mailer" | "email" | "captcha" | "oauth" | "storage" | "config">;

/** A harmless test of one provider slot. */
interface Probe {
  /** The active implementation; null while the slot is off. */
  activeName(): string | null;
  /** Rejects with the provider's error. */
  run(admin: User): Promise<void>;
}

/** POST /admin/providers/{slot}/test. Answers whether the provider works, and records the attempt. */
export const testProviderAction = (deps: ProbeDeps & Pick<Deps, "users" | "transaction" | "audit">) => {
  const probes = probesBySlot(deps);
  return implement(testProvider, async ({ params: { slot }, caller, requestId }) => {
    const probe = probes.get(slot);
    const admin = probe && (await deps.users.find(caller.userId));
    if (!probe) throw new AppError("provider.error.not_testable");
    if (!admin) throw new AppError("error.unauthorized");
    const provider = probe.activeName();
    const failure = provider === null ? "OFF" : await failureOf(() => probe.run(admin));
    const details = { provider, failure };
    await deps.transaction((tx) =>
      deps.audit.add(tx, { actor: caller.userId, action: "account.testProvider", target: slot, details, requestId }),
    );
    return { slot, provider, ok: failure === null, failure };
  });
};

/** The reason why an attempt failed; null when it succeeded. */
async function failureOf(attempt: () => Promise<void>): Promise<FailureReason | "OFF" | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    if (error instanceof ProviderFailure) return error.reason;
    if (error instanceof AppError && error.key === "provider.error.off") return "OFF";
    throw error;
  }
}

function probesBySlot({ mailer, email, captcha, oauth, storage, config }: ProbeDeps): ReadonlyMap<string, Probe> {
  return new Map<string, Probe>([
    [
      "email",
      {
        activeName: email.activeName,
        run: (admin) => mailer.deliver({ to: admin.email, kind: "provider_test", locale: admin.locale }),
      },
    ],
    ["captcha", { activeName: captcha.activeName, run: async () => void (await captcha.use().challenge()) }],
    ["oauth", { activeName: oauth.activeName, run: () => tryOAuth({ oauth, config }) }],
    ["storage", { activeName: storage.activeName, run: () => tryStorage({ storage }) }],
  ]);
}

/** Begins a sign-in and does not complete it. */
async function tryOAuth({ oauth, config }: Pick<ProbeDeps, "oauth" | "config">): Promise<void> {
  const [redirectUri] = config.read("provider.oauth_redirect_uris");
  if (redirectUri === undefined) throw new ProviderFailure("oauth", "NOT_CONFIGURED");
  await oauth.use().authorizationUrl({ state: randomSecret(), nonce: randomSecret(), codeChallenge: randomSecret(), redirectUri });
}

async function tryStorage({ storage }: Pick<ProbeDeps, "storage">): Promise<void> {
  const provider = storage.use();
  const key = `probes/${uuid()}`;
  await provider.put(key, Buffer.from(key));
  const stored = await provider.get(key);
  await provider.remove(key);
  if (stored === null || Buffer.from(stored).toString() !== key) throw new ProviderFailure("storage", "BAD_ANSWER");
}
