import { AppError } from "#libs/errors/app-error.ts";
import { randomBytes } from "#libs/kernel/random.ts";
import { constantTimeEqual, randomSecret } from "#libs/kernel/secrets.ts";
import type { UserStore } from "../data/user.store.ts";
import type { User } from "../domain/user.ts";
import type { MailLimit } from "../mail/mail-limit.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Challenges } from "./challenges.ts";
import type { ExternalAccount } from "./identify-elsewhere.ts";

interface CodeDeps {
  readonly challenges: Challenges;
  readonly mailLimit: MailLimit;
  readonly mailer: Pick<Mailer, "send">;
  readonly users: Pick<UserStore, "findByEmail">;
}

/** An account elsewhere whose owner still has to show that the address is theirs. */
export interface UnconfirmedAccount extends Pick<ExternalAccount, "provider" | "subjectHash" | "displayName" | "acceptedTerms"> {
  readonly email: string;
}

type Remembered = UnconfirmedAccount & { readonly code: string };

/** Five answers to each of five mails an hour guess one of these once in centuries. */
const DIGITS = 8;

/**
 * Mails a code to the address of an account elsewhere. It is typed where the sign-in began: with a link, the owner of an address could
 * confirm the sign-in of a stranger. Beyond the limit of mails nothing is sent, the answer is the same, and no code is right.
 */
export async function mailCode({ challenges, mailLimit, mailer, users }: CodeDeps, account: UnconfirmedAccount, locale: string) {
  const { provider, subjectHash, email, displayName, acceptedTerms } = account;
  const mayMail = await mailLimit.tryConsume("sign_in_code", email);
  const code = mayMail ? newCode() : randomSecret();
  const content: Remembered = { provider, subjectHash, email, displayName, acceptedTerms, code };
  // A reset by the owner of the address voids the code: a thief may have been told it.
  const user = await users.findByEmail(email);
  const challenge = await challenges.begin({ purpose: "EMAIL", user, content: JSON.stringify(content) });
  if (mayMail) mailer.send({ to: email, kind: "sign_in_code", locale, details: { code: `${code.slice(0, 4)} ${code.slice(4)}` } });
  return { mfaRequired: false, emailConfirmation: true, ...challenge };
}

/** The account of a challenge, which its right code uses up, and the user who had the address then. Throws auth.mfa.invalid_challenge and auth.mfa.invalid_code. */
export async function confirmCode(
  { challenges }: Pick<CodeDeps, "challenges">,
  { challengeToken, code }: { readonly challengeToken: string; readonly code: string },
): Promise<UnconfirmedAccount & { readonly owner: User | null }> {
  const challenge = await challenges.open(challengeToken, { purpose: "EMAIL" });
  if (!challenge?.content) throw new AppError("auth.mfa.invalid_challenge");
  const { code: mailed, ...account } = JSON.parse(challenge.content) as Remembered;
  if (!constantTimeEqual(code.replace(/[\s-]/g, ""), mailed)) throw new AppError("auth.mfa.invalid_code");
  if (!(await challenges.useUp(null, challenge))) throw new AppError("auth.mfa.invalid_challenge");
  return { ...account, owner: challenge.user };
}

const newCode = (): string => String(randomBytes(6).readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, "0");
