import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { Prover } from "../../client/step-up/step-up.ts";
import { Form, Refused } from "../form/form.tsx";
import { useForm } from "../form/use-form.ts";

interface StepUpProps extends Pick<Prover, "prove" | "signIn"> {
  readonly hasPassword: boolean;
  answer(isProven: boolean): void;
}

/** Asks for the password in place; then what was refused goes on. */
export function StepUpDialog({ hasPassword, prove, signIn, answer }: StepUpProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const cancel = () => answer(false);
  const send = (fields: FormData) =>
    form.run(async () => {
      await prove({ password: String(fields.get("password")) });
      answer(true);
    });
  return (
    <Dialog title={t("page.stepUp.title")} onClose={cancel}>
      <p>{t(hasPassword ? "page.stepUp.text" : "page.stepUp.noPassword")}</p>
      <Form form={form} onSend={send}>
        {hasPassword && <Field label={t("page.login.password")} name="password" type="password" autocomplete="current-password" required />}
        <Refused />
        <p class="actions">
          {hasPassword ? (
            <Button type="submit" kind="primary" busy={form.busy}>
              {t("page.stepUp.confirm")}
            </Button>
          ) : (
            <Button kind="primary" onClick={() => void signIn()}>
              {t("page.stepUp.signIn")}
            </Button>
          )}
          <Button onClick={cancel}>{t("page.dialog.cancel")}</Button>
        </p>
      </Form>
    </Dialog>
  );
}
