import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { askForPasskey } from "#libs/contracts/account/passkeys.ts";
import { anonymousClient } from "../../client/contract-client.ts";
import { useForm } from "../../ui/form/use-form.ts";
import { PasskeyWays } from "../../ui/second-step/passkey-button.tsx";
import { SecondStep, type SecondStepAnswer, type SecondStepAsked } from "../../ui/second-step/second-step.tsx";
import { SignInForm } from "../../ui/sign-in-form.tsx";
import { signIn, signInFurther } from "../staff-session.ts";

const anonymous = anonymousClient();

interface StaffSignInProps {
  signedIn(): void;
  /** Called when the first step has to be taken again. */
  restarted?(): void;
  /** What stands above the first step. */
  readonly children: ComponentChildren;
}

/** Address and password or a passkey, and the second step where there is one. */
export function StaffSignIn({ signedIn, restarted, children }: StaffSignInProps): VNode {
  const form = useForm();
  const [asked, setAsked] = useState<SecondStepAsked | null>(null);
  const accept = (answer: Awaited<ReturnType<typeof signIn>>) => (answer.mfaRequired ? setAsked(answer) : signedIn());
  const send = async (answer: SecondStepAnswer) => accept(await signInFurther(answer));
  if (asked) return <SecondStep asked={asked} send={send} onRestart={restarted ?? (() => setAsked(null))} />;
  return (
    <>
      {children}
      <SignInForm
        form={form}
        send={(credentials) => form.run(async () => accept(await signIn(credentials)))}
        otherWay={<PasskeyWays work={form} ask={() => anonymous.call(askForPasskey, { purpose: "ADMIN_LOGIN" })} send={send} />}
      />
    </>
  );
}
