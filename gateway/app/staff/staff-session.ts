import { ANONYMOUS, asStaff } from "#libs/client/send.ts";
import { adminLogin, adminLogout, getAdmin, getCsrfToken } from "#libs/contracts/account/admin.ts";
import { contractClient } from "../client/contract-client.ts";
import { inPageLanguage } from "../client/in-page-language.ts";
import { orNull } from "../client/or-null.ts";

const withoutToken = contractClient("/api/v1", asStaff(ANONYMOUS, inPageLanguage));
const channel = new BroadcastChannel("staff-session");

/** In memory only: the cookie of the session is out of reach for scripts, and its CSRF token is asked for after each load. */
let csrfToken: string | null = null;
let asked: ReturnType<typeof ask> | null = null;

/** The administration as whoever is signed in. */
export const staffApi = contractClient(
  "/api/v1",
  asStaff({ token: async () => csrfToken ?? newCsrfToken(), renewed: newCsrfToken }, inPageLanguage),
);

const ask = () => staffApi.call(getAdmin);

/** A member of the staff, with roles and permissions. */
export type Staff = Awaited<ReturnType<typeof ask>>;

/** Whoever is signed in, asked once after each load; null: nobody. Throws what the interface answers. */
export async function whoIsSignedIn(): Promise<Staff | null> {
  const answer = asked ?? ask();
  const me = await nullIfSignedOut(answer);
  asked = me === null ? null : answer;
  return me;
}

/** Opens a session; its cookie comes with the answer. */
export async function signIn(body: { readonly email: string; readonly password: string; readonly captchaToken?: string }): Promise<void> {
  const session = await withoutToken.call(adminLogin, body);
  csrfToken = session.csrfToken;
  asked = Promise.resolve(session.admin);
}

/** Ends the session in all tabs. Throws when the interface cannot be reached: the cookie is still good then. */
export async function signOut(): Promise<void> {
  await nullIfSignedOut(staffApi.call(adminLogout));
  channel.postMessage("signed out");
  location.assign("/admin/login");
}

/** Another tab has ended the session. */
export function onSignOut(listener: () => void): void {
  channel.addEventListener("message", listener);
}

/** What is on the page was asked for by somebody who is not signed in any more. */
export function forgetStaff(): void {
  csrfToken = null;
  asked = null;
}

async function newCsrfToken(): Promise<string | null> {
  csrfToken = await nullIfSignedOut(withoutToken.call(getCsrfToken).then((answer) => answer.csrfToken));
  return csrfToken;
}

const nullIfSignedOut = <T>(answer: Promise<T>): Promise<T | null> => orNull(answer, 401);
