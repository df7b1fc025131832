import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { askForPasskey } from "#libs/contracts/account/passkeys.ts";
import { anonymousClient } from "../client/contract-client.ts";
import { go, nextPath } from "../client/navigation.ts";
import type { AppPage } from "../ui/app-page.ts";
import { useForm } from "../ui/form/use-form.ts";
import { PasskeyWays } from "../ui/second-step/passkey-button.tsx";
import { SecondStep, type SecondStepAnswer, type SecondStepAsked } from "../ui/second-step/second-step.tsx";
import { SignInForm } from "../ui/sign-in-form.tsx";
import { signIn, signInFurther } from "./staff-session.ts";

const anonymous = anonymousClient();

/** Signs a staff member in and returns to the requested page. */
export default function StaffLogin({ query }: AppPage): VNode {
  const { t } = useReader();
  const form = useForm();
  const [asked, setAsked] = useState<SecondStepAsked | null>(null);
  const accept = (answer: Awaited<ReturnType<typeof signIn>>) =>
    answer.mfaRequired ? setAsked(answer) : go(nextPath(query, "/admin"), "replace");
  const send = async (answer: SecondStepAnswer) => accept(await signInFurther(answer));
  if (asked) return <SecondStep asked={asked} send={send} onRestart={() => location.assign("/admin/login")} />;
  return (
    <>
      <h1 tabIndex={-1}>{t("page.console.signIn")}</h1>
      <SignInForm
        form={form}
        send={(credentials) => form.run(async () => accept(await signIn(credentials)))}
        otherWay={<PasskeyWays work={form} ask={() => anonymous.call(askForPasskey, { purpose: "ADMIN_LOGIN" })} send={send} />}
      />
    </>
  );
}
