/** Slot → implementation → the settings that the implementation cannot work without. */
export const PROVIDERS = {
  email: { console: [], folder: [], smtp: ["provider.email_host", "provider.email_from"] },
  sms: { console: [] },
  push: { console: [] },
  captcha: { proof_of_work: [], sandbox: [] },
  kyc: { manual: [], sandbox: [], payee: [] },
  payment: { sandbox: [], checkout: ["provider.payment_secret", "provider.payment_callback_secret"] },
  oauth: { oidc: ["provider.oauth_issuer", "provider.oauth_client_id", "provider.oauth_redirect_uris"] },
  storage: { folder: [], memory: [] },
  social_proof: { sandbox: [] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A kind of external service. The interface shows these names, so they are never those of a vendor (spec 1). */
export type ProviderSlot = keyof typeof PROVIDERS;

/** The names of the implementations of a slot. */
export type ProviderName<S extends ProviderSlot> = keyof (typeof PROVIDERS)[S] & string;

/** The payment providers that pay a creator by the payout method alone. The others pay a payee only. */
export const PAYS_METHODS: readonly string[] = ["sandbox"] satisfies readonly ProviderName<"payment">[];

/** The identity check that the payment provider makes of a payee. */
export const PAYEE_CHECK = "payee" satisfies ProviderName<"kyc">;

/** The value that switches a slot off. */
export const OFF = "off";

/** The choices with which a site cannot open: they reach no outside system. */
export const FOR_TRIAL: readonly string[] = [OFF, "console", "folder", "sandbox"];

export const PROVIDER_SLOTS = Object.keys(PROVIDERS) as readonly ProviderSlot[];

/** The values that the setting of a slot may have. */
export function choicesOf(slot: ProviderSlot): readonly string[] {
  return [...Object.keys(PROVIDERS[slot]), OFF];
}
