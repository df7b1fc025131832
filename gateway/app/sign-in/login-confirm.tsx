import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { confirmOAuth } from "#libs/contracts/account/sign-in.ts";
import { api } from "../client/api.ts";
import { FinishSignIn } from "./finish-sign-in.tsx";

/** The page of the link that confirms the address of an account elsewhere. Only the browser that began the sign-in has the key for it. */
export default function LoginConfirm(): VNode {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get("token") ?? "");
  return <FinishSignIn next="" finish={() => api.call(confirmOAuth, { token })} />;
}
