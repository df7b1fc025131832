import { ApiError, type Send } from "#libs/client/send.ts";
import type { Signed } from "../browser/passkeys.ts";
import type { ContractClient } from "../contract-client.ts";

/** What an account can prove itself with: who has neither password nor second factor signs in again. */
export type ProvesBy = "password" | "factor" | "nothing";

interface Proof {
  readonly password?: string;
  readonly code?: string;
  readonly recoveryCode?: string;
  readonly challengeToken?: string;
  readonly credential?: Signed;
}

/** How the reader of a shell proves again who it is. */
export interface Prover {
  /** What to ask for: where there is a second factor, a password does not prove. */
  provesBy(): Promise<ProvesBy>;
  /** Calls the interface as the reader. */
  readonly client: ContractClient;
  readonly isStaff?: true;
  prove(answer: Proof): Promise<unknown>;
  /** Leaves for the sign-in. */
  signIn(): unknown;
}

/** Asks the reader to prove who it is; resolves to whether that succeeded. False when the signal is aborted. */
type Question = (over: AbortSignal) => Promise<boolean>;

let question: Question | null = null;
let asked: Promise<boolean> | null = null;
let over = new AbortController();

/** Sets what asks the reader. */
export function onStepUp(ask: Question): void {
  question = ask;
}

/** Takes the question back: who was asked is not the reader any more. */
export function giveUpStepUp(): void {
  over.abort();
  over = new AbortController();
  asked = null;
}

/** Sends again what was refused for want of a recent proof, once the reader has given one. Requests that wait share one question. */
export const withStepUp =
  (send: Send): Send =>
  async (request) => {
    const repetition = request.clone();
    const { signal } = over;
    try {
      return await send(request);
    } catch (error) {
      if (!(error instanceof ApiError) || error.i18nKey !== "auth.step_up.required" || !question || signal.aborted) throw error;
      asked ??= question(signal).finally(() => {
        if (!signal.aborted) asked = null;
      });
      if (!(await asked) || signal.aborted) throw error;
      return send(repetition);
    }
  };
