import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { confirmTotp } from "#libs/contracts/account/second-factors.ts";
import { api, session } from "../../client/api.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { FactorField } from "../../ui/second-step/factor-field.tsx";
import { QrImage } from "./qr-image.tsx";

/** An authenticator that waits for its first code. */
export interface BegunAuthenticator {
  readonly factorId: string;
  readonly secret: string;
  readonly otpauthUri: string;
}

interface AddAuthenticatorProps {
  readonly begun: BegunAuthenticator;
  /** @param codes the recovery codes that came with the first factor */
  onAdded(codes: readonly string[] | null): void;
  onClose(): void;
}

/** Gives the secret to an authenticator, and asks for the code that it shows. */
export function AddAuthenticator({ begun: { factorId, secret, otpauthUri }, onAdded, onClose }: AddAuthenticatorProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const confirm = (fields: FormData) =>
    form.run(async () => {
      const added = await api.call(confirmTotp, { factorId, code: String(fields.get("code")) });
      session.begin(added.accessToken, added.expiresIn, true);
      onAdded(added.recoveryCodes ?? null);
    });
  return (
    <Form form={form} onSend={confirm}>
      <p>{t("page.settings.scan")}</p>
      <QrImage text={otpauthUri} label={t("page.settings.qr")} />
      <p>
        {t("page.settings.secret")}:{" "}
        <code dir="ltr" data-secret>
          {secret}
        </code>
      </p>
      <FactorField recovers={false} />
      <Refused />
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t("page.settings.save")}
        </Button>
        <Button onClick={onClose}>{t("page.dialog.cancel")}</Button>
      </p>
    </Form>
  );
}
