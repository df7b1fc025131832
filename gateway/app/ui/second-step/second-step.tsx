import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { PasskeyQuestion, Signed } from "../../client/browser/passkeys.ts";
import { Form, Refused } from "../form/form.tsx";
import { useForm } from "../form/use-form.ts";
import { FactorField, factorName, OtherFactor } from "./factor-field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

/** The answer to a first step that asks for a second one. */
export interface SecondStepAsked {
  readonly challengeToken?: string | undefined;
  readonly methods?: readonly string[] | undefined;
  /** Asks for a passkey, where the account has one. */
  readonly publicKey?: PasskeyQuestion["publicKey"] | undefined;
}

/** What answers a challenge. */
export interface SecondStepAnswer {
  readonly challengeToken: string;
  readonly code?: string;
  readonly recoveryCode?: string;
  readonly credential?: Signed;
}

interface SecondStepProps {
  readonly asked: SecondStepAsked;
  send(answer: SecondStepAnswer): Promise<unknown>;
  /** Begins the sign-in again. */
  onRestart(): void;
}

/** The second step of a sign-in: a code of the authenticator, a recovery code, or a passkey. */
export function SecondStep({ asked: { challengeToken = "", methods = [], publicKey }, send, onRestart }: SecondStepProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const [recovers, setRecovers] = useState(!methods.includes("totp"));
  const name = factorName(recovers);
  const submit = (fields: FormData) => form.run(() => send({ challengeToken, [name]: String(fields.get(name)) }));
  return (
    <>
      <h1 tabIndex={-1}>{t("page.login.secondStep")}</h1>
      <Form key={name} form={form} onSend={submit}>
        <FactorField recovers={recovers} />
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {t("page.login.signIn")}
          </Button>
          {publicKey && <PasskeyButton work={form} ask={async () => ({ challengeToken, publicKey })} send={send} />}
          {methods.includes("totp") && methods.includes("recovery_code") && <OtherFactor recovers={recovers} onChange={setRecovers} />}
          <Button kind="quiet" onClick={onRestart}>
            {t("page.login.restart")}
          </Button>
        </p>
      </Form>
    </>
  );
}
