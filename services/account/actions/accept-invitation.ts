import { implement } from "#libs/contract-kit/implement.ts";
import { acceptInvitation, staffJoined, userRegistered } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import { pickLocale } from "#libs/platform/i18n/pick-locale.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { isAdminRole } from "#libs/policies/roles.ts";
import type { Deps } from "../deps.ts";
import { isCommonPassword } from "../domain/common-passwords.ts";
import type { StaffInvitation } from "../domain/staff-invitation.ts";
import { newUser, type User } from "../domain/user.ts";
import { dropEmailChange } from "../sign-in/drop-email-change.ts";
import { dropFactorReset } from "../sign-in/drop-factor-reset.ts";
import { requireLongEnough } from "../sign-in/require-long-enough.ts";
import { acceptedTerms, requireTerms } from "../sign-in/terms-consent.ts";

type Stored =
  | ("users" | "credentials" | "staff" | "staffInvitations" | "oauthIdentities" | "sessions" | "outbox" | "audit")
  | ("heldChanges" | "mailTokens");
type AcceptDeps = Pick<Deps, "clock" | "config" | "transaction" | "faults" | "passwords" | "hints" | Stored>;

/**
 * POST /auth/invitations/accept. The link proves the mailbox, which may belong to another person by now. So the owner of an account proves
 * the account as well, and a new one gets a password that is long enough for staff.
 */
export const acceptInvitationAction = (deps: AcceptDeps) =>
  implement(acceptInvitation, async ({ params, optionalCaller, requireRecentProof, requestId }) => {
    const invitation = await deps.staffInvitations.findOpen(sha256Hex(params.token), deps.clock.now());
    if (!invitation || !isSuperAdmin(await deps.users.find(invitation.invitedBy))) throw new AppError("staff.invitation.invalid_token");
    const account = await deps.users.findByEmail(invitation.email);
    const terms = acceptedTerms(deps.config, params.acceptTerms);
    const person = account ? requireOwner(account, optionalCaller?.userId) : await newMember(deps, invitation, { ...params, terms });
    if (account) requireRecentProof();
    const proof = account ? { sessionId: optionalCaller?.sessionId ?? "" } : { terms };
    await deps.faults.hit("account.invitation.accept");
    const endedSessions = await join(deps, { invitation, person, proof, requestId });
    deps.hints.sessionsRevoked(endedSessions, "ROLE_CHANGE");
    return { userId: person._id };
  });

function isSuperAdmin(user: User | null): boolean {
  return user?.status === "ACTIVE" && user.roles.includes("SUPER_ADMIN");
}

/** The account of the invited address. Throws unless its owner is signed in and can sign in as staff. */
function requireOwner(account: User, callerId: string | undefined): User {
  if (account._id !== callerId) throw new AppError("staff.invitation.sign_in_first");
  if (account.roles.some(isAdminRole)) throw new AppError("staff.error.already_staff");
  if (account.status !== "ACTIVE") throw new AppError("auth.account.deactivated");
  if (account.passwordHash === undefined) throw new AppError("staff.invitation.password_first");
  return account;
}

interface Given {
  readonly password?: string | undefined;
  readonly displayName?: string | undefined;
  readonly terms: Date | null;
  readonly acceptLanguage?: string | undefined;
}

async function newMember(
  { clock, config, passwords }: AcceptDeps,
  { email, roles }: StaffInvitation,
  { password = "", displayName, terms, acceptLanguage }: Given,
): Promise<User> {
  requireTerms(config, terms);
  requireLongEnough({ roles }, password, config);
  if (isCommonPassword(password)) throw new AppError("auth.password.too_common");
  const passwordHash = await passwords.hash(password);
  const now = clock.now();
  const given = { displayName: displayName ?? null, locale: pickLocale(acceptLanguage) };
  return newUser({ email, passwordHash, ...given, roles: [...roles], emailVerified: true, mailboxProvenAt: now, createdAt: now });
}

interface Joining {
  readonly invitation: StaffInvitation;
  readonly person: User;
  /** Of an account that exists: the session of its owner. Of a new one: when the accepted terms were published. */
  readonly proof: { readonly sessionId: string } | { readonly terms: Date | null };
  readonly requestId: string;
}

/** Uses up the invitation and gives the roles. Returns the sessions that end. */
async function join(deps: AcceptDeps, joining: Joining): Promise<string[]> {
  const { invitation, person, proof, requestId } = joining;
  const { _id: userId } = person;
  try {
    return await deps.transaction(async (tx) => {
      const at = deps.clock.now();
      const superAdminIds = await deps.staff.listSuperAdminIds(tx);
      const accepted = await deps.staffInvitations.accept(tx, invitation._id, userId, at);
      if (!accepted || !isSuperAdmin(await deps.users.find(invitation.invitedBy, tx))) {
        throw new AppError("staff.invitation.invalid_token");
      }
      const given = { roles: invitation.roles, at };
      const endedSessions =
        "terms" in proof
          ? await insertMember(deps, tx, person, proof.terms)
          : await admitOwner(deps, tx, person, { ...given, sessionId: proof.sessionId });
      const details = { roles: invitation.roles, invitedBy: invitation.invitedBy };
      await deps.audit.add(tx, { actor: userId, action: "staff.joined", target: userId, details, requestId });
      await deps.outbox.add(tx, staffJoined, { userId, superAdminIds });
      return endedSessions;
    });
  } catch (error) {
    // The address was registered meanwhile.
    if (isDuplicateKey(error, "email")) throw new AppError("staff.invitation.sign_in_first");
    throw error;
  }
}

async function insertMember({ users, outbox }: AcceptDeps, tx: Tx, member: User, terms: Date | null): Promise<string[]> {
  const { _id: userId, locale } = member;
  await outbox.add(tx, userRegistered, { userId, locale, acceptedTerms: terms?.toISOString() });
  await users.insert(tx, member);
  return [];
}

/**
 * Staff never sign in elsewhere; a session from before has other roles, and a device from before knows the person no more. An address that
 * waits is not the one that was invited, and only super admins reset the factors of staff.
 */
async function admitOwner(
  deps: AcceptDeps,
  tx: Tx,
  owner: User,
  { roles, at, sessionId }: { readonly roles: readonly string[]; readonly at: Date; readonly sessionId: string },
): Promise<string[]> {
  const { _id: userId } = owner;
  // A gateway hears of its end up to two seconds late.
  const session = await deps.sessions.find(sessionId, tx);
  const isOpen = session !== null && !session.revoked;
  if (!isOpen || !(await deps.staff.admit(tx, owner, { roles, at }))) throw new AppError("staff.invitation.sign_in_first");
  await deps.oauthIdentities.deleteOfUser(tx, userId);
  await dropEmailChange(deps, tx, userId);
  await dropFactorReset(deps, tx, userId);
  await deps.credentials.forgetDevices(tx, userId, at);
  return deps.sessions.revokeAll(tx, userId, { reason: "ROLE_CHANGE", at });
}
