import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { adminAskForPasskey, askForPasskey } from "#libs/contracts/account/passkeys.ts";
import type { PasskeyQuestion } from "../../client/browser/passkeys.ts";
import type { Prover, ProvesBy } from "../../client/step-up/step-up.ts";
import { Form, Refused } from "../form/form.tsx";
import { useForm } from "../form/use-form.ts";
import { FactorField, factorName, OtherFactor } from "../second-step/factor-field.tsx";
import { PasskeyButton } from "../second-step/passkey-button.tsx";

interface StepUpProps extends Pick<Prover, "client" | "isStaff" | "prove" | "signIn"> {
  readonly by: ProvesBy;
  answer(isProven: boolean): void;
}

/** Asks for the proof in place; then what was refused goes on. */
export function StepUpDialog({ by, client, isStaff, prove, signIn, answer }: StepUpProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const [recovers, setRecovers] = useState(false);
  const name = by === "factor" ? factorName(recovers) : "password";
  const [question, setQuestion] = useState<PasskeyQuestion | null>(null);
  useEffect(() => {
    // Without an answer there is a code to type all the same.
    if (by === "factor")
      (isStaff ? client.call(adminAskForPasskey) : client.call(askForPasskey, { purpose: "STEP_UP" })).then(setQuestion, () => undefined);
  }, []);
  const cancel = () => answer(false);
  const give = async (proof: Parameters<typeof prove>[0]) => {
    await prove(proof);
    answer(true);
  };
  const send = (fields: FormData) => form.run(() => give({ [name]: String(fields.get(name)) }));
  return (
    <Dialog title={t("page.stepUp.title")} onClose={cancel}>
      {by !== "factor" && <p>{t(by === "password" ? "page.stepUp.text" : "page.stepUp.noPassword")}</p>}
      <Form key={name} form={form} onSend={send}>
        {by === "factor" && <FactorField recovers={recovers} />}
        {by === "password" && (
          <Field label={t("page.login.password")} name={name} type="password" autocomplete="current-password" required />
        )}
        <Refused />
        <p class="actions">
          {by === "nothing" ? (
            <Button kind="primary" onClick={() => void signIn()}>
              {t("page.stepUp.signIn")}
            </Button>
          ) : (
            <Button type="submit" kind="primary" busy={form.busy}>
              {t("page.stepUp.confirm")}
            </Button>
          )}
          {question && question.publicKey.allowCredentials.length > 0 && (
            <PasskeyButton work={form} ask={async () => question} send={give} />
          )}
          {by === "factor" && <OtherFactor recovers={recovers} onChange={setRecovers} />}
          <Button onClick={cancel}>{t("page.dialog.cancel")}</Button>
        </p>
      </Form>
    </Dialog>
  );
}
