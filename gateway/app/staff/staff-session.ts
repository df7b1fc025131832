import { ANONYMOUS, asStaff } from "#libs/client/send.ts";
import { adminLogin, adminLogout, getAdmin, getCsrfToken } from "#libs/contracts/account/admin.ts";
import { hideInMemory } from "../client/browser/hide-in-memory.ts";
import { tabChannel } from "../client/browser/tabs.ts";
import { contractClient } from "../client/contract-client.ts";
import { inPageLanguage } from "../client/in-page-language.ts";
import { orNull } from "../client/or-null.ts";

const withoutToken = contractClient("/api/v1", asStaff(ANONYMOUS, inPageLanguage));
const channel = tabChannel<"signed out">("staff-session");

/** In memory only: scripts cannot read the session cookie, and its CSRF token is fetched after each load. */
let csrfToken: string | null = null;
let asked: ReturnType<typeof ask> | null = null;

/** API client of the signed-in staff member. */
export const staffApi = contractClient(
  "/api/v1",
  asStaff({ token: async () => csrfToken ?? newCsrfToken(), renewed: newCsrfToken }, inPageLanguage),
);

const ask = () => staffApi.call(getAdmin);

/** A staff member, with roles and permissions. */
export type Staff = Awaited<ReturnType<typeof ask>>;

/** The signed-in staff member, loaded once per page load; null: signed out. Throws the API's errors. */
export async function whoIsSignedIn(): Promise<Staff | null> {
  const answer = asked ?? ask();
  const me = await nullIfSignedOut(answer);
  asked = me === null ? null : answer;
  return me;
}

/** Opens a session; the response sets its cookie. */
export async function signIn(body: { readonly email: string; readonly password: string; readonly captchaToken?: string }): Promise<void> {
  const session = await withoutToken.call(adminLogin, body);
  csrfToken = session.csrfToken;
  asked = Promise.resolve(session.admin);
}

/** Ends the session in all tabs. Throws when the API is unreachable, because the cookie stays valid then. */
export async function signOut(): Promise<void> {
  await nullIfSignedOut(staffApi.call(adminLogout));
  channel.post("signed out");
  location.assign("/admin/login");
}

/** Called when another tab has ended the session, and when the page comes back from the browser's memory after it may have ended. */
export function onSignOut(listener: () => void): void {
  const end = () => {
    csrfToken = null;
    asked = null;
    listener();
  };
  channel.onWord(end);
  hideInMemory(() => true, end);
}

async function newCsrfToken(): Promise<string | null> {
  csrfToken = await nullIfSignedOut(withoutToken.call(getCsrfToken).then((answer) => answer.csrfToken));
  return csrfToken;
}

const nullIfSignedOut = <T>(answer: Promise<T>): Promise<T | null> => orNull(answer, 401);
