import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { ApiError } from "#libs/client/send.ts";
import { login } from "#libs/contracts/account/index.ts";
import { askForPasskey } from "#libs/contracts/account/passkeys.ts";
import { mailtoUrl } from "#libs/kernel/mailto.ts";
import { visitorApi } from "../client/api.ts";
import { pageData } from "../client/browser/page-data.ts";
import { go, nextPath } from "../client/navigation.ts";
import type { AppPage } from "../ui/app-page.ts";
import { withCaptcha } from "../ui/captcha.ts";
import { signInElsewhere } from "../ui/elsewhere/sign-in-elsewhere.ts";
import { useForm } from "../ui/form/use-form.ts";
import { PasskeyWays } from "../ui/second-step/passkey-button.tsx";
import { type Credentials, SignInForm } from "../ui/sign-in-form.tsx";
import { useSignIn } from "./use-sign-in.tsx";

/** Signs in and returns to the requested page. */
export default function Login({ query }: AppPage): VNode {
  const { t } = useReader();
  const form = useForm();
  const { accept, send, next } = useSignIn(() => go(nextPath(query, "/messages"), "replace"));

  const signIn = async (credentials: Credentials) => {
    accept(
      await withCaptcha(visitorApi, (captchaToken) =>
        visitorApi.call(login, captchaToken ? { ...credentials, captchaToken } : credentials),
      ),
    );
  };

  if (next !== null) return <div class="card sole">{next}</div>;
  return (
    <div class="card sole">
      <h1 tabIndex={-1}>{t("page.login.title")}</h1>
      <SignInForm
        form={form}
        send={(credentials) => form.run(() => signIn(credentials))}
        explanation={form.failure instanceof ApiError && form.failure.i18nKey === "auth.account.suspended" && <SuspendedHint />}
        otherWay={
          <>
            <PasskeyWays work={form} ask={() => visitorApi.call(askForPasskey)} send={send} />
            {pageData.signInElsewhere && (
              <Button busy={form.busy} onClick={() => void form.run(() => signInElsewhere(query.get("next") ?? ""))}>
                {t("page.login.elsewhere")}
              </Button>
            )}
          </>
        }
        links={
          <a class="button quiet" href={`/register${location.search}`}>
            {t("page.login.register")}
          </a>
        }
      />
    </div>
  );
}

/** A suspended user cannot sign in to reach support, so the page shows the support address. */
function SuspendedHint(): VNode | null {
  const email = pageData.issuer?.email ?? "";
  if (email === "") return null;
  const link = (
    <a href={mailtoUrl(email)}>
      <bdi dir="ltr">{email}</bdi>
    </a>
  );
  return (
    <p>
      <Sentence of="page.login.suspended" parts={{ email: link }} />
    </p>
  );
}
