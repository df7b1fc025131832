import type { VNode } from "preact";
import { createClient } from "#libs/client/index.ts";
import { useReader } from "../../parts/reader.tsx";
import { withCaptcha } from "../captcha.ts";
import { go, nextPath } from "../navigation.ts";
import { SignInForm } from "../sign-in-form.tsx";
import { useWork } from "../use-work.ts";
import type { StaffPage } from "./staff-page.ts";
import { signIn } from "./staff-session.ts";

const anonymous = createClient("/api/v1");

/** Signs a member of the staff in, and goes on where they wanted to be. */
export default function StaffLogin({ query }: StaffPage): VNode {
  const { t } = useReader();
  const { busy, failure, run } = useWork();
  return (
    <>
      <h1 tabIndex={-1}>{t("page.console.signIn")}</h1>
      <SignInForm
        {...{ busy, failure }}
        autocomplete="username"
        send={(credentials) =>
          void run(async () => {
            await withCaptcha(anonymous, (captchaToken) => signIn(captchaToken ? { ...credentials, captchaToken } : credentials));
            go(nextPath(query, "/admin"), "replace");
          })
        }
      />
    </>
  );
}
