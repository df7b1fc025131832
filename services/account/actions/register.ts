import { implement } from "#libs/contract-kit/implement.ts";
import { register, userRegistered } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { isSecret, randomSecret, sha256Hex } from "#libs/kernel/secrets.ts";
import { pickLocale } from "#libs/platform/i18n/pick-locale.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Deps } from "../deps.ts";
import { isCommonPassword } from "../domain/common-passwords.ts";
import type { User } from "../domain/user.ts";
import { newUser } from "../domain/user.ts";
import { type MailLink, newMailLink } from "../mail/mail-link.ts";
import { acceptedTerms, requireTerms } from "../sign-in/terms-consent.ts";

type RegisterDeps = Pick<
  Deps,
  | "clock"
  | "config"
  | "transaction"
  | "outbox"
  | "users"
  | "heldChanges"
  | "mailTokens"
  | "audit"
  | "passwords"
  | "devices"
  | "mailer"
  | "mailLimit"
  | "captchaGate"
  | "pseudonymKey"
>;

/**
 * POST /auth/register. A known address takes the same steps and gets the same answer; only its mail differs. So does one that a user has
 * confirmed and that waits: a registration proves no mailbox.
 */
export const registerAction = (deps: RegisterDeps) =>
  implement(register, async ({ params, requestId }) => {
    const { email, password, displayName = null } = params;
    const terms = acceptedTerms(deps.config, params.acceptTerms);
    requireTerms(deps.config, terms);
    await deps.captchaGate.requireCaptchaAtRegistration(params.requestsInWindow ?? 1, params.captchaToken);
    if (isCommonPassword(password)) throw new AppError("auth.password.too_common");
    const locale = params.locale ?? pickLocale(params.acceptLanguage);
    const passwordHash = await deps.passwords.hash(password);
    // An address may have been mistyped the first time: a new key would end what the browser may do with the other account.
    const browserKey = isSecret(params.browserCookie) ? params.browserCookie : randomSecret();
    const registeredBy = sha256Hex(browserKey);
    const user = newUser({ email, passwordHash, displayName, locale, registeredBy, createdAt: deps.clock.now() });
    const link = newMailLink(deps, "VERIFY_EMAIL", user._id, email);

    const refused = await createAccount(deps, { user, link, terms, requestId });
    if (!refused) {
      deps.mailer.send({ to: email, kind: "verify_email", locale, token: link.token });
    } else {
      if (deps.config.read("auth.register_reveals_taken")) throw new AppError("auth.register.email_taken");
      const [owner, keeper, isWithinLimit] = await Promise.all([
        deps.users.findByEmail(email),
        // Read in either case, for the same work: there is no user of the new id.
        deps.users.find(refused.keeperId ?? user._id),
        deps.mailLimit.tryConsume("already_registered", email),
      ]);
      if (owner && isWithinLimit) deps.mailer.send({ to: email, kind: "already_registered", locale: owner.locale });
      if (!owner && keeper && isWithinLimit) deps.mailer.send({ to: email, kind: "email_taken", locale: keeper.locale });
    }
    // The same for a known address: then it is the token of a user who does not exist.
    const deviceToken = deps.devices.tokenFor(deps.devices.read(params), user);
    return { email, emailVerified: false, browserKey, deviceToken };
  });

interface NewAccount {
  readonly user: User;
  readonly link: MailLink;
  /** When the accepted terms were published. */
  readonly terms: Date | null;
  readonly requestId: string;
}

/** The address is taken: it has an owner, or waits for the user whose id is given. */
class Refused extends Error {
  readonly keeperId: string | null;

  constructor(keeperId: string | null) {
    super("the address is taken");
    this.keeperId = keeperId;
  }
}

/** Null when the account was made. The user is inserted last, also for an address that waits, so that all outcomes take the same work. */
async function createAccount(deps: RegisterDeps, { user, link, terms, requestId }: NewAccount): Promise<Refused | null> {
  const { _id: userId, email, locale } = user;
  try {
    await deps.transaction(async (tx) => {
      await deps.mailTokens.insert(link.row, tx);
      await deps.outbox.add(tx, userRegistered, { userId, locale, acceptedTerms: terms?.toISOString() });
      await deps.audit.add(tx, { actor: userId, action: "user.registered", target: userId, requestId });
      const keeperId = await deps.heldChanges.findKeeper(tx, email);
      await deps.users.insert(tx, user);
      if (keeperId !== null) throw new Refused(keeperId);
    });
    return null;
  } catch (error) {
    if (error instanceof Refused) return error;
    if (isDuplicateKey(error, "email")) return new Refused(null);
    throw error;
  }
}
