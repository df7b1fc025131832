import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type AdminSessionStore, adminSessionStore } from "./admin-session.store.ts";
import { type ChallengeStore, challengeStore } from "./challenge.store.ts";
import { type CredentialStore, credentialStore } from "./credential.store.ts";
import { type GdprExportStore, gdprExportStore } from "./gdpr-export.store.ts";
import { type GdprRequestStore, gdprRequestStore } from "./gdpr-request.store.ts";
import { type HeldChangeStore, heldChangeStore } from "./held-change.store.ts";
import { type IdentityStore, identityStore } from "./identity.store.ts";
import { type LoginStore, loginStore } from "./login.store.ts";
import { type MailTokenStore, mailTokenStore } from "./mail-token.store.ts";
import { type OAuthIdentityStore, oauthIdentityStore } from "./oauth-identity.store.ts";
import { type OAuthStateStore, oauthStateStore } from "./oauth-state.store.ts";
import { type PictureStore, pictureStore } from "./picture.store.ts";
import { type RecoveryCodeStore, recoveryCodeStore } from "./recovery-code.store.ts";
import { type ReservedUsernameStore, reservedUsernameStore } from "./reserved-username.store.ts";
import { type SecondFactorStore, secondFactorStore } from "./second-factor.store.ts";
import { type SessionStore, sessionStore } from "./session.store.ts";
import { type StaffStore, staffStore } from "./staff.store.ts";
import { type StaffInvitationStore, staffInvitationStore } from "./staff-invitation.store.ts";
import { type UserStore, userStore } from "./user.store.ts";
import { type UserListStore, userListStore } from "./user-list.store.ts";
import { loginFailures, mailCounts, type WindowCountStore, windowCountStore } from "./window-count.store.ts";

/** The stores of the service. */
export interface Stores {
  readonly users: UserStore;
  readonly staff: StaffStore;
  readonly staffInvitations: StaffInvitationStore;
  readonly userLists: UserListStore;
  readonly credentials: CredentialStore;
  readonly identities: IdentityStore;
  readonly usernameHolds: ReservedUsernameStore;
  readonly sessions: SessionStore;
  readonly adminSessions: AdminSessionStore;
  readonly challengeRows: ChallengeStore;
  readonly secondFactors: SecondFactorStore;
  readonly recoveryCodes: RecoveryCodeStore;
  readonly mailTokens: MailTokenStore;
  readonly heldChanges: HeldChangeStore;
  readonly mailCounts: WindowCountStore;
  readonly loginFailures: WindowCountStore;
  readonly logins: LoginStore;
  readonly oauthStates: OAuthStateStore;
  readonly oauthIdentities: OAuthIdentityStore;
  readonly gdprRequests: GdprRequestStore;
  readonly gdprExports: GdprExportStore;
  readonly pictures: PictureStore;
}

/** @param pseudonymKey key of the hashes that stand for usernames of deleted users */
export function openStores(database: Collections, pseudonymKey: string): Stores {
  return {
    users: userStore(database),
    staff: staffStore(database),
    staffInvitations: staffInvitationStore(database),
    userLists: userListStore(database),
    credentials: credentialStore(database),
    identities: identityStore(database),
    usernameHolds: reservedUsernameStore(database, pseudonymKey),
    sessions: sessionStore(database),
    adminSessions: adminSessionStore(database),
    challengeRows: challengeStore(database),
    secondFactors: secondFactorStore(database),
    recoveryCodes: recoveryCodeStore(database),
    mailTokens: mailTokenStore(database),
    heldChanges: heldChangeStore(database),
    mailCounts: windowCountStore(database, mailCounts),
    loginFailures: windowCountStore(database, loginFailures),
    logins: loginStore(database),
    oauthStates: oauthStateStore(database),
    oauthIdentities: oauthIdentityStore(database),
    gdprRequests: gdprRequestStore(database),
    gdprExports: gdprExportStore(database),
    pictures: pictureStore(database),
  };
}
