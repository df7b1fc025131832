import type { VNode } from "preact";
import { Terms } from "#gateway/ui/account/terms.tsx";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { signInElsewhere } from "../ui/elsewhere/sign-in-elsewhere.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";

/** A first sign-in elsewhere makes an account, which needs the consent to the terms: it begins once more, with the consent. */
export function AgreeToTerms({ next }: { readonly next: string }): VNode {
  const { t } = useReader();
  const form = useForm();
  return (
    <Form form={form} onSend={() => form.run(() => signInElsewhere(next, { acceptTerms: true }))}>
      <p>{t("page.register.termsProblem")}</p>
      <Terms />
      <Refused />
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t("page.become.continue")}
        </Button>
      </p>
    </Form>
  );
}
