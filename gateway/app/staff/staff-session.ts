import { ANONYMOUS, ApiError, asStaff, type Session } from "#libs/client/send.ts";
import type { RoutedAction } from "#libs/contract-kit/contract.ts";
import { adminLogin, adminLogout, getAdmin, getCsrfToken } from "#libs/contracts/account/admin.ts";
import { adminVerifySecondFactor } from "#libs/contracts/account/second-factors.ts";
import { adminStepUp } from "#libs/contracts/account/step-up.ts";
import { permissionsFor } from "#libs/policies/permissions.ts";
import { hideInMemory } from "../client/browser/hide-in-memory.ts";
import { tabChannel } from "../client/browser/tabs.ts";
import { giveUpUnsaved } from "../client/browser/unsaved.ts";
import { anonymousClient, type ContractClient, contractClient } from "../client/contract-client.ts";
import { inPageLanguage } from "../client/in-page-language.ts";
import { orNull } from "../client/or-null.ts";
import { giveUpStepUp, type Prover, withStepUp } from "../client/step-up/step-up.ts";
import { withCaptcha } from "../ui/captcha.ts";
import type { SecondStepAnswer } from "../ui/second-step/second-step.tsx";
import { attended } from "./attended.ts";

const API = "/api/v1";
/** The caller lacks the permission of a route. */
const DENIED = "error.forbidden";
const anonymous = anonymousClient();
const withoutToken = contractClient(API, asStaff(ANONYMOUS, inPageLanguage));
const channel = tabChannel<{ readonly signedIn: string | null }>("staff-session");

/** In memory only: scripts cannot read the session cookie, and its CSRF token is fetched after each load. */
let csrfToken: string | null = null;
let asked: ReturnType<typeof ask> | null = null;
/** Id of the staff member that this document shows; null before the first one. */
let shown: string | null = null;
/** Another one is signed in. What the earlier one has begun may go on until the document is gone, and gets no CSRF token. */
let isOver = false;
let clear: () => void = () => undefined;

const csrf: Session = { token: async () => (isOver ? null : (csrfToken ?? newCsrfToken())), renewed: newCsrfToken };
const own = contractClient(API, withStepUp(asStaff(csrf, attended(inPageLanguage))));

/** What the frame does about refusals that concern the session, not the page. */
interface Refusals {
  /** The session has ended. The page stays as it is. */
  ended(): void;
  /** Names the permission that is missing. */
  denied(permission: string): string;
}

let refusals: Refusals = { ended: () => undefined, denied: (permission) => permission };

/** Tells the frame of refusals. */
export function followRefusals(frame: Refusals): void {
  refusals = frame;
}

/** API client of the signed-in staff member. */
export const staffApi: ContractClient = {
  call: (...sent) => told(sent[0], own.call(...sent)),
  text: (...sent) => told(sent[0], own.text(...sent)),
  blob: (...sent) => told(sent[0], own.blob(...sent)),
};

async function told<T>({ http: { permission } }: Pick<RoutedAction, "http">, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) refusals.ended();
    if (error.i18nKey !== DENIED || permission === undefined) throw error;
    // A role was taken away, so who is signed in is asked anew.
    asked = null;
    throw new ApiError(error.status, { ...error, message: refusals.denied(permissionsFor(permission).join(", ")), details: [] });
  }
}

/** The address of a route that is no call: a stream, a download. */
export const addressOfRoute = ({ http }: Pick<RoutedAction, "http">): string => `${API}${http.path}`;

const ask = async () => {
  const me = await own.call(getAdmin);
  if (isAnother(me)) leave();
  shown ??= me.id;
  return me;
};

const isAnother = ({ id }: { readonly id: string }): boolean => shown !== null && shown !== id;

/** A staff member, with roles and permissions. */
export type Staff = Awaited<ReturnType<typeof ask>>;

/** The signed-in staff member, loaded once per page load; null: signed out. Throws the API's errors. */
export async function whoIsSignedIn(): Promise<Staff | null> {
  const answer = asked ?? ask();
  const me = await nullIfSignedOut(answer);
  asked = me === null ? null : answer;
  return me;
}

/** How the signed-in staff member proves again who it is. */
export const staffProver: Prover = {
  provesBy: async () => ((await whoIsSignedIn())?.secondFactors ? "factor" : "password"),
  client: own,
  isStaff: true,
  prove: (answer) => own.call(adminStepUp, answer),
  signIn: signOut,
};

type SignInAnswer = Awaited<ReturnType<typeof signInFurther>>;

/** Opens a session, whose cookie the response sets; else the answer asks for a second step. */
export async function signIn(credentials: { readonly email: string; readonly password: string }): Promise<SignInAnswer> {
  return begun(
    await withCaptcha(anonymous, (captchaToken) =>
      withoutToken.call(adminLogin, captchaToken ? { ...credentials, captchaToken } : credentials),
    ),
  );
}

/** The second step, or a passkey alone. */
export async function signInFurther(answer: SecondStepAnswer) {
  return begun(await withoutToken.call(adminVerifySecondFactor, answer));
}

function begun<Answer extends { readonly csrfToken?: string | undefined; readonly admin?: Staff | undefined }>(answer: Answer): Answer {
  csrfToken = answer.csrfToken ?? null;
  asked = answer.admin ? Promise.resolve(answer.admin) : null;
  if (answer.admin) {
    isOver = isAnother(answer.admin);
    shown ??= answer.admin.id;
    channel.post({ signedIn: answer.admin.id });
  }
  return answer;
}

/** Ends the session in all tabs. Throws when the API is unreachable, because the cookie stays valid then. */
export async function signOut(): Promise<void> {
  await nullIfSignedOut(own.call(adminLogout));
  channel.post({ signedIn: null });
  location.assign("/admin/login");
}

/** Called when another tab has signed out or another person in, and when the page comes back from the browser's memory. Then the page is loaded anew. */
export function onLeave(listener: () => void): void {
  clear = listener;
  channel.onWord(({ signedIn }) => {
    if (shown !== null && shown !== signedIn) leave();
  });
  hideInMemory(() => true, leave);
}

/** Whether this document has shown another person than the one that is signed in. */
export const isLeft = (): boolean => isOver;

function leave(): void {
  isOver = true;
  csrfToken = null;
  asked = null;
  giveUpStepUp();
  giveUpUnsaved();
  clear();
  location.reload();
}

async function newCsrfToken(): Promise<string | null> {
  const found = await nullIfSignedOut(withoutToken.call(getCsrfToken));
  // Asked after it: whose cookie has changed in between has a token that opens nothing.
  const me = found && (await nullIfSignedOut(withoutToken.call(getAdmin)));
  if (me && isAnother(me)) leave();
  csrfToken = me && found && !isOver ? found.csrfToken : null;
  return csrfToken;
}

const nullIfSignedOut = <T>(answer: Promise<T>): Promise<T | null> => orNull(answer, 401);
