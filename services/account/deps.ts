import { type AdminCookies, adminCookies } from "#libs/contracts/account/admin-cookie.ts";
import { cipherFor, fieldCipher } from "#libs/kernel/field-cipher.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { createFoundation } from "#libs/platform/service/foundation.ts";
import type { CaptchaProvider } from "#libs/providers/captcha/captcha-provider.ts";
import { captchaSlot } from "#libs/providers/captcha/captcha-slot.ts";
import type { EmailProvider } from "#libs/providers/email/email-provider.ts";
import { emailSlot } from "#libs/providers/email/email-slot.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import type { OAuthProvider } from "#libs/providers/oauth/oauth-provider.ts";
import { oauthSlot } from "#libs/providers/oauth/oauth-slot.ts";
import type { Slot } from "#libs/providers/slot.ts";
import type { StorageProvider } from "#libs/providers/storage/storage-provider.ts";
import { storageSlot } from "#libs/providers/storage/storage-slot.ts";
import { accessTokens } from "./crypto/access-tokens.ts";
import { type ArchiveCipher, archiveCipher } from "./crypto/archive-cipher.ts";
import { passwordHasher } from "./crypto/password-hasher.ts";
import { openStores } from "./data/stores.ts";
import { createMailLimit, type MailLimit } from "./mail/mail-limit.ts";
import { createMailer } from "./mail/mailer.ts";
import { type CaptchaGate, createCaptchaGate } from "./sign-in/captcha-gate.ts";
import { createChallenges } from "./sign-in/challenges.ts";
import type { SignInDeps } from "./sign-in/deps.ts";
import { createDevices } from "./sign-in/devices.ts";
import { createLockout } from "./sign-in/lockout.ts";
import { createSessionHints, type SessionHints } from "./sign-in/session-hints.ts";

/** The dependencies of the actions and jobs of this service; each of them names the part it needs. */
export interface Deps extends SignInDeps {
  readonly email: Slot<EmailProvider>;
  readonly storage: Slot<StorageProvider>;
  readonly captcha: Slot<CaptchaProvider>;
  readonly oauth: Slot<OAuthProvider>;
  readonly captchaGate: CaptchaGate;
  readonly mailLimit: MailLimit;
  readonly adminCookies: AdminCookies;
  readonly archiveCipher: ArchiveCipher;
  readonly hints: SessionHints;
  readonly production: boolean;
}

/** The live ones, over the account database. */
export function liveDeps(runtime: Runtime): Deps {
  const { env } = runtime;
  const { contentKeys, pseudonymKey, tokenSigningKey } = env.secrets;
  const foundation = createFoundation(runtime, { service: "account", uses: ["outbox", "audit"] });
  const { clock, config, database, logger } = foundation;
  const stores = openStores(database, pseudonymKey);
  const devices = createDevices(pseudonymKey);
  const lockout = createLockout({ failures: stores.loginFailures, logins: stores.logins, devices, clock, config, key: pseudonymKey });
  const captcha = captchaSlot(runtime);
  const email = emailSlot({ ...runtime, logger });
  const hints = createSessionHints();
  stores.sessions.onRevoking(hints.noteRevocation);
  return {
    ...foundation,
    ...stores,
    email,
    storage: storageSlot(runtime),
    captcha,
    oauth: oauthSlot({ ...runtime, logger }),
    passwords: passwordHasher(),
    accessTokens: accessTokens(tokenSigningKey),
    adminCookies: adminCookies(pseudonymKey),
    archiveCipher: archiveCipher(fieldCipher(contentKeys)),
    pseudonymKey,
    devices,
    lockout,
    challenges: createChallenges({
      challenges: stores.challengeRows,
      users: stores.users,
      clock,
      cipher: cipherFor("challenges", contentKeys),
    }),
    factorCipher: cipherFor("second factors", contentKeys),
    captchaGate: createCaptchaGate({ config, captcha }),
    mailer: createMailer({ config, logger, email, mailbox: env.testHooks ? mailboxOf(runtime) : null }),
    mailLimit: createMailLimit({ counts: stores.mailCounts, clock, key: pseudonymKey }),
    hints,
    production: env.production,
  };
}
