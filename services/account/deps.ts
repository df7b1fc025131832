import type { Logger } from "pino";
import { type AuditLog, auditLog } from "#libs/audit/audit-log.ts";
import type { ConfigReader } from "#libs/config/reader.ts";
import { type AdminCookies, adminCookies } from "#libs/contract-kit/admin-cookie.ts";
import { type Neighbours, neighbours } from "#libs/contract-kit/neighbours.ts";
import { createOutbox, type Outbox } from "#libs/events/outbox.ts";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { fieldCipher } from "#libs/kernel/field-cipher.ts";
import { type Transaction, transactionOn } from "#libs/mongo/transaction.ts";
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
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type CaptchaGate, captchaGate } from "./captcha-gate.ts";
import { type AccessTokens, accessTokens } from "./crypto/access-tokens.ts";
import { type PasswordHasher, passwordHasher } from "./crypto/password-hasher.ts";
import { type AdminSessionStore, adminSessionStore } from "./data/admin-session.store.ts";
import { type CredentialStore, credentialStore } from "./data/credential.store.ts";
import { type GdprExportStore, gdprExportStore } from "./data/gdpr-export.store.ts";
import { type GdprRequestStore, gdprRequestStore } from "./data/gdpr-request.store.ts";
import { type IdentityStore, identityStore } from "./data/identity.store.ts";
import { type MailTokenStore, mailTokenStore } from "./data/mail-token.store.ts";
import { type OAuthIdentityStore, oauthIdentityStore } from "./data/oauth-identity.store.ts";
import { type OAuthStateStore, oauthStateStore } from "./data/oauth-state.store.ts";
import { type ReservedUsernameStore, reservedUsernameStore } from "./data/reserved-username.store.ts";
import { type SessionStore, sessionStore } from "./data/session.store.ts";
import { type UserStore, userStore } from "./data/user.store.ts";
import { loginFailureStore, mailCountStore } from "./data/window-count.store.ts";
import { type Archives, archives } from "./gdpr/archives.ts";
import { type Lockout, lockout } from "./lockout.ts";
import { createMailer, type Mailer } from "./mail/mailer.ts";
import { type MailLimit, mailLimit } from "./mail-limit.ts";
import { type SessionHints, sessionHints } from "./session-hints.ts";

/** What the actions work with; each of them names the part it needs. */
export interface Deps {
  readonly clock: Clock;
  readonly config: ConfigReader;
  readonly faults: FaultPoints;
  readonly logger: Logger;
  readonly transaction: Transaction;
  readonly outbox: Outbox;
  readonly users: UserStore;
  readonly credentials: CredentialStore;
  readonly identities: IdentityStore;
  readonly sessions: SessionStore;
  readonly adminSessions: AdminSessionStore;
  readonly mailTokens: MailTokenStore;
  readonly usernames: ReservedUsernameStore;
  readonly audit: AuditLog;
  readonly passwords: PasswordHasher;
  readonly accessTokens: AccessTokens;
  readonly adminCookies: AdminCookies;
  readonly lockout: Lockout;
  readonly mailer: Mailer;
  readonly mailLimit: MailLimit;
  readonly email: Slot<EmailProvider>;
  readonly storage: Slot<StorageProvider>;
  readonly captcha: Slot<CaptchaProvider>;
  readonly captchas: CaptchaGate;
  readonly oauth: Slot<OAuthProvider>;
  readonly oauthStates: OAuthStateStore;
  readonly oauthIdentities: OAuthIdentityStore;
  /** Key of the hashes that stand for accounts elsewhere. */
  readonly identityKey: string;
  readonly hints: SessionHints;
  readonly gdprRequests: GdprRequestStore;
  readonly gdprExports: GdprExportStore;
  readonly archives: Archives;
  readonly neighbours: Neighbours;
}

/** The live ones, over the account database. */
export function liveDeps(runtime: Runtime): Deps {
  const { clock, config, faults, stream, env } = runtime;
  const connection = runtime.database("account");
  const logger = runtime.logger.child({ service: "account" });
  const outbox = createOutbox({ connection, source: "account", clock, stream, logger, faults });
  const guesses = lockout({ failures: loginFailureStore(connection), clock, config, key: env.secrets.pseudonymKey });
  const captcha = captchaSlot(runtime);
  const email = emailSlot({ ...runtime, logger });
  return {
    clock,
    config,
    faults,
    logger,
    transaction: transactionOn(connection),
    outbox,
    users: userStore(connection),
    credentials: credentialStore(connection),
    identities: identityStore(connection),
    sessions: sessionStore(connection),
    adminSessions: adminSessionStore(connection),
    mailTokens: mailTokenStore(connection),
    usernames: reservedUsernameStore(connection, env.secrets.pseudonymKey),
    audit: auditLog({ connection, clock, outbox }),
    passwords: passwordHasher(),
    accessTokens: accessTokens(env.secrets.tokenSigningKey),
    adminCookies: adminCookies(env.secrets.callerSealKey),
    lockout: guesses,
    mailLimit: mailLimit({ counts: mailCountStore(connection), clock, key: env.secrets.pseudonymKey }),
    email,
    storage: storageSlot(runtime),
    captcha,
    captchas: captchaGate({ config, captcha, lockout: guesses }),
    oauth: oauthSlot(runtime),
    oauthStates: oauthStateStore(connection),
    oauthIdentities: oauthIdentityStore(connection),
    identityKey: env.secrets.pseudonymKey,
    mailer: createMailer({
      config,
      logger,
      email,
      mailbox: env.testHooks ? mailboxOf(runtime) : null,
    }),
    hints: sessionHints(),
    gdprRequests: gdprRequestStore(connection),
    gdprExports: gdprExportStore(connection),
    archives: archives(fieldCipher(env.secrets.contentKeys)),
    neighbours: neighbours(),
  };
}
