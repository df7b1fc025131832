import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";

const MAX_CHARACTERS = 20;

/** Asks for the code that was mailed to the address of the account elsewhere. */
export function MailedCodeForm({ send }: { readonly send: (code: string) => Promise<void> }): VNode {
  const { t } = useReader();
  const form = useForm();
  return (
    <>
      <h1 tabIndex={-1}>{t("page.login.mailedCodeTitle")}</h1>
      <p>{t("page.login.mailedCodeHint")}</p>
      <Form form={form} onSend={(fields) => form.run(() => send(String(fields.get("code"))))}>
        <Field
          label={t("page.login.mailedCode")}
          name="code"
          inputMode="numeric"
          autocomplete="one-time-code"
          dir="ltr"
          maxLength={MAX_CHARACTERS}
          required
        />
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {t("page.login.signIn")}
          </Button>
        </p>
      </Form>
    </>
  );
}
