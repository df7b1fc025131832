import { uuid } from "#libs/kernel/ids.ts";
import { randomSecret } from "#libs/kernel/secrets.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { Deps } from "./deps.ts";
import type { User } from "./domain/user.ts";

/** What it takes to try each slot that can be tried without harm. */
export type ProbeDeps = Pick<Deps, "mailer" | "email" | "captcha" | "oauth" | "storage" | "config">;

interface Probe {
  /** The active implementation; null while the slot is off. */
  active(): string | null;
  /** Throws what the provider throws. */
  try(admin: User): Promise<void>;
}

/** By the name of the slot. */
export function providerProbes({ mailer, email, captcha, oauth, storage, config }: ProbeDeps): ReadonlyMap<string, Probe> {
  return new Map<string, Probe>([
    [
      "email",
      { active: email.activeName, try: (admin) => mailer.deliver({ to: admin.email, kind: "provider_test", locale: admin.locale }) },
    ],
    ["captcha", { active: captcha.activeName, try: async () => void (await captcha.use().challenge()) }],
    ["oauth", { active: oauth.activeName, try: () => trySignIn({ oauth, config }) }],
    ["storage", { active: storage.activeName, try: () => tryStorage({ storage }) }],
  ]);
}

/** Asks where a sign-in would go; nobody goes there. */
async function trySignIn({ oauth, config }: Pick<ProbeDeps, "oauth" | "config">): Promise<void> {
  const [redirectUri] = config.read("provider.oauth_redirect_uris");
  if (redirectUri === undefined) throw new ProviderFailure("oauth", "NOT_CONFIGURED");
  await oauth.use().authorizationUrl({ state: randomSecret(), nonce: randomSecret(), codeChallenge: randomSecret(), redirectUri });
}

async function tryStorage({ storage }: Pick<ProbeDeps, "storage">): Promise<void> {
  const provider = storage.use();
  const key = `probes/${uuid()}`;
  await provider.put(key, Buffer.from(key));
  const kept = await provider.get(key);
  await provider.remove(key);
  if (kept === null || Buffer.from(kept).toString() !== key) throw new ProviderFailure("storage", "BAD_ANSWER");
}
