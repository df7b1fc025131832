import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { timestamp } from "../shared.ts";
import { challengeToken, factorAnswer, tokenResponse } from "./shapes.ts";

/** One of them: a password proves only for people without a second factor. */
const params = {
  password: { type: "string", min: 1, max: 256, optional: true },
  ...factorAnswer,
  challengeToken: { ...challengeToken, optional: true, description: "Of the question that the passkey answers" },
} as const;
const provenUntil = { ...timestamp, description: "Until then routes that want a step-up are open" } as const;
const errors = ["auth.step_up.failed", "auth.step_up.unavailable"] as const;

export const stepUp = action({
  name: "account.stepUp",
  class: "slow",
  summary: "Prove again who is signed in; the tenth failure of a session ends it",
  http: { method: "POST", path: "/auth/step-up", auth: "bearer", limit: "login", idempotency: "never", openDuringDeletion: true },
  params,
  returns: {
    type: "object",
    props: { accessToken: tokenResponse.props.accessToken, expiresIn: tokenResponse.props.expiresIn, provenUntil },
  } satisfies ObjectRule,
  errors,
});

export const adminStepUp = action({
  name: "account.adminStepUp",
  class: "slow",
  summary: "Prove again who is signed in with this admin session; the tenth failure ends it",
  http: { method: "POST", path: "/admin/auth/step-up", auth: "adminSession", limit: "login", idempotency: "never" },
  params,
  returns: { type: "object", props: { provenUntil } } satisfies ObjectRule,
  errors,
});
