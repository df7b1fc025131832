import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { verifySecondFactor } from "#libs/contracts/account/second-factors.ts";
import { visitorApi } from "../client/api.ts";
import { beginSession } from "../client/begin-session.ts";
import { SecondStep, type SecondStepAnswer, type SecondStepAsked } from "../ui/second-step/second-step.tsx";
import { LeavingAccount } from "./leaving-account.tsx";

/** The answer to a first step. */
export type SignInAnswer = Awaited<ReturnType<typeof verify>>;

const verify = (answer: SecondStepAnswer) => visitorApi.call(verifySecondFactor, answer);

interface SignIn {
  accept(answer: SignInAnswer): void;
  /** Gives the second step, or a passkey alone. */
  send(answer: SecondStepAnswer): Promise<void>;
  /** What the page shows from then on; null: there was no answer yet, or the page goes on. */
  readonly next: VNode | null;
}

/** Ends a sign-in: asks for the second step where there is one, begins the session, and offers a leaver to stay. */
export function useSignIn(goOn: () => void): SignIn {
  const [asked, setAsked] = useState<SecondStepAsked | null>(null);
  const [deletedAt, setDeletedAt] = useState<string | null>(null);
  const accept = (answer: SignInAnswer) => {
    const { accessToken, expiresIn } = answer;
    if (accessToken === undefined || expiresIn === undefined) return setAsked(answer);
    beginSession({ accessToken, expiresIn });
    if (answer.deletionScheduledAt) setDeletedAt(answer.deletionScheduledAt);
    else goOn();
  };
  const send = async (answer: SecondStepAnswer) => accept(await verify(answer));
  if (deletedAt !== null) return { accept, send, next: <LeavingAccount deletedAt={deletedAt} onStored={goOn} /> };
  return { accept, send, next: asked && <SecondStep asked={asked} send={send} onRestart={() => location.assign("/login")} /> };
}
