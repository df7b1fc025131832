import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem, Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { ApiError } from "#libs/client/send.ts";
import { confirmOAuth } from "#libs/contracts/account/sign-in.ts";
import { visitorApi } from "../client/api.ts";
import { isSignedIn } from "../client/browser/sign-in-mark.ts";
import { go, onward, ownPath } from "../client/navigation.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { AgreeToTerms } from "./agree-to-terms.tsx";
import { MailedCodeForm } from "./mailed-code-form.tsx";
import { type SignInAnswer, useSignIn } from "./use-sign-in.tsx";

type SignInElsewhereAnswer = SignInAnswer & { readonly emailConfirmation?: boolean | undefined };

interface FinishProps {
  /** Path to go on to; empty: the messages. */
  readonly next: string;
  /** Called once. Null: there is nothing to finish, so the page says that the user did not sign in. */
  readonly finish: (() => Promise<SignInElsewhereAnswer>) | null;
}

/** The end of a sign-in that came back from another page. */
export function FinishSignIn({ next, finish }: FinishProps): VNode {
  const { t } = useReader();
  const [failure, setFailure] = useState<unknown>(null);
  const goOn = () => go(ownPath(next, "/messages"), "replace");
  const { accept, next: further } = useSignIn(goOn);

  const [challengeToken, setChallengeToken] = useState<string | null>(null);
  const end = (answer: SignInElsewhereAnswer) => {
    if (answer.emailConfirmation) setChallengeToken(answer.challengeToken ?? "");
    else accept(answer);
  };

  useEffect(() => {
    if (!finish) {
      if (isSignedIn()) goOn();
      return;
    }
    finish().then(end, setFailure);
  }, []);

  if (further !== null) return further;
  if (failure instanceof ApiError && failure.i18nKey === "auth.register.terms_required") {
    return (
      <>
        <h1 tabIndex={-1}>{t("page.login.register")}</h1>
        <AgreeToTerms next={next} />
      </>
    );
  }
  if (challengeToken !== null)
    return <MailedCodeForm send={async (code) => accept(await visitorApi.call(confirmOAuth, { challengeToken, code }))} />;
  return (
    <>
      <h1 tabIndex={-1}>{t("page.login.title")}</h1>
      {finish && failure === null ? (
        <Skeleton lines={3} />
      ) : (
        <>
          {failure === null ? <Problem>{t("page.login.notSignedIn")}</Problem> : <ErrorNote error={failure} />}
          <p class="actions">
            <a class="button primary" href={`/login${onward(next)}`}>
              {t("page.login.signIn")}
            </a>
            <a class="button quiet" href={ownPath(next, "/")}>
              {t("page.login.back")}
            </a>
          </p>
        </>
      )}
    </>
  );
}
