import { implement } from "#libs/contract-kit/implement.ts";
import { register, userRegistered } from "#libs/contracts/account.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { pickLocale } from "#libs/i18n/pick-locale.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Deps } from "../deps.ts";
import { isCommonPassword } from "../domain/common-passwords.ts";
import { newUser } from "../domain/new-user.ts";
import type { User } from "../domain/user.ts";
import { type MailLink, newMailLink } from "../mail-links.ts";

type RegisterDeps = Pick<
  Deps,
  "clock" | "config" | "transaction" | "outbox" | "users" | "mailTokens" | "audit" | "passwords" | "mailer" | "mailLimit" | "captchas"
>;

/** A known address takes the same steps and gets the same answer; only its mail is another one. */
export const registerAction = (deps: RegisterDeps) =>
  implement(register, async ({ params, requestId }) => {
    const { email, password, displayName = null } = params;
    await deps.captchas.pass(params.captchaToken);
    if (isCommonPassword(password)) throw new AppError("auth.password.too_common");
    const locale = params.locale ?? pickLocale(params.acceptLanguage);
    const passwordHash = await deps.passwords.hash(password);
    const user = newUser({ email, passwordHash, displayName, locale, createdAt: deps.clock.now() });
    const link = newMailLink(deps, "VERIFY_EMAIL", user._id);

    if (await create(deps, user, link, requestId)) {
      deps.mailer.send({ to: email, kind: "verify_email", locale, token: link.token });
    } else {
      if (deps.config.read("auth.register_reveals_taken")) throw new AppError("auth.register.email_taken");
      const [owner, admitted] = await Promise.all([deps.users.findByEmail(email), deps.mailLimit.admits(email)]);
      if (owner && admitted) deps.mailer.send({ to: email, kind: "already_registered", locale: owner.locale });
    }
    return { email, emailVerified: false };
  });

/** False when the address is known. The user comes last, so that both ends are reached after the same work. */
async function create(deps: RegisterDeps, user: User, link: MailLink, requestId: string): Promise<boolean> {
  const { _id: userId, locale } = user;
  try {
    await deps.transaction(async (tx) => {
      await deps.mailTokens.insertWith(tx, link.row);
      await deps.outbox.add(tx, userRegistered, { userId, locale }, { requestId });
      await deps.audit.add(tx, { actor: userId, action: "user.registered", target: userId, requestId });
      await deps.users.insert(tx, user);
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error, "email")) return false;
    throw error;
  }
}
