import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { SecondStep, type SecondStepAsked } from "../../ui/second-step/second-step.tsx";
import { SignInForm } from "../../ui/sign-in-form.tsx";
import { signIn, signInFurther } from "../staff-session.ts";

export interface SignInAgainProps {
  done(): void;
  close(): void;
}

/** The sign-in above a page whose session has ended: what was typed below stays. */
export function SignInAgain({ done, close }: SignInAgainProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const [asked, setAsked] = useState<SecondStepAsked | null>(null);
  const accept = (answer: Awaited<ReturnType<typeof signIn>>) => (answer.mfaRequired ? setAsked(answer) : done());
  return (
    <Dialog title={t("page.console.signIn")} onClose={close}>
      {asked ? (
        <SecondStep asked={asked} send={async (answer) => accept(await signInFurther(answer))} onRestart={() => setAsked(null)} />
      ) : (
        <>
          <p>{t("page.error.signInAgain")}</p>
          <SignInForm form={form} send={(credentials) => form.run(async () => accept(await signIn(credentials)))} />
        </>
      )}
    </Dialog>
  );
}
