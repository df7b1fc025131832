import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { completeOAuth } from "#libs/contracts/account/sign-in.ts";
import { api } from "../client/api.ts";
import type { AppPage } from "../ui/app-page.ts";
import { FinishSignIn } from "./finish-sign-in.tsx";
import { takeNext } from "./sign-in-elsewhere.ts";

/** The page to which a sign-in provider redirects the browser: one of `provider.oauth_redirect_uris`. */
export default function LoginCallback({ query }: AppPage): VNode {
  const [next] = useState(() => takeNext(query.get("state") ?? ""));
  const body = { code: query.get("code") ?? "", state: query.get("state") ?? "" };
  return <FinishSignIn next={next} finish={() => api.call(completeOAuth, body)} />;
}
