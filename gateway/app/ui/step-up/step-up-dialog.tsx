import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { Prover, ProvesBy } from "../../client/step-up/step-up.ts";
import { Form, Refused } from "../form/form.tsx";
import { useForm } from "../form/use-form.ts";
import { FactorField, factorName, OtherFactor } from "../second-step/factor-field.tsx";

interface StepUpProps extends Pick<Prover, "prove" | "signIn"> {
  readonly by: ProvesBy;
  answer(isProven: boolean): void;
}

/** Asks for the proof in place; then what was refused goes on. */
export function StepUpDialog({ by, prove, signIn, answer }: StepUpProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const [recovers, setRecovers] = useState(false);
  const name = by === "factor" ? factorName(recovers) : "password";
  const cancel = () => answer(false);
  const send = (fields: FormData) =>
    form.run(async () => {
      await prove({ [name]: String(fields.get(name)) });
      answer(true);
    });
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
          {by === "factor" && <OtherFactor recovers={recovers} onChange={setRecovers} />}
          <Button onClick={cancel}>{t("page.dialog.cancel")}</Button>
        </p>
      </Form>
    </Dialog>
  );
}
