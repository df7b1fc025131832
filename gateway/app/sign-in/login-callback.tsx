import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { completeOAuth } from "#libs/contracts/account/sign-in.ts";
import { visitorApi } from "../client/api.ts";
import type { AppPage } from "../ui/app-page.ts";
import { takeVisit } from "../ui/elsewhere/sign-in-elsewhere.ts";
import { FinishLink } from "./finish-link.tsx";
import { FinishSignIn } from "./finish-sign-in.tsx";

/**
 * The page to which a sign-in provider redirects the browser: one of `provider.oauth_redirect_uris`. Without a code, or when no sign-in was
 * begun here with the state, nothing is sent: the user has refused, the provider has failed, or the page was loaded again.
 */
export default function LoginCallbackPage({ query }: AppPage): VNode {
  const state = query.get("state") ?? "";
  const [begun] = useState(() => takeVisit(state));
  const code = begun && query.get("code");
  if (begun?.links && code) return <FinishLink next={begun.next} code={code} state={state} />;
  return <FinishSignIn next={begun?.next ?? ""} finish={code ? () => visitorApi.call(completeOAuth, { code, state }) : null} />;
}
