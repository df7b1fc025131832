import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Form, Refused } from "./form/form.tsx";
import { useForm } from "./form/use-form.ts";

/** The answer to a first step that asks for a second one. */
export interface SecondStepAsked {
  readonly challengeToken?: string | undefined;
  readonly methods?: readonly string[] | undefined;
}

/** What answers a challenge. */
export interface SecondStepAnswer {
  readonly challengeToken: string;
  readonly code?: string;
  readonly recoveryCode?: string;
}

interface SecondStepProps {
  readonly asked: SecondStepAsked;
  send(answer: SecondStepAnswer): Promise<unknown>;
  /** Begins the sign-in again. */
  onRestart(): void;
}

/** The second step of a sign-in: a code of the authenticator, or a recovery code. */
export function SecondStep({ asked: { challengeToken = "", methods = [] }, send, onRestart }: SecondStepProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const [recovers, setRecovers] = useState(!methods.includes("totp"));
  const name = recovers ? "recoveryCode" : "code";
  const submit = (fields: FormData) => form.run(() => send({ challengeToken, [name]: String(fields.get(name)) }));
  return (
    <>
      <h1 tabIndex={-1}>{t("page.login.secondStep")}</h1>
      <Form key={name} form={form} onSend={submit}>
        {recovers ? (
          <Field label={t("page.login.recoveryCode")} name={name} autocomplete="off" spellcheck={false} dir="ltr" required />
        ) : (
          <Field
            label={t("page.login.code")}
            hint={t("page.login.codeHint")}
            name={name}
            inputMode="numeric"
            autocomplete="one-time-code"
            dir="ltr"
            required
          />
        )}
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {t("page.login.signIn")}
          </Button>
          {methods.includes("totp") && methods.includes("recovery_code") && (
            <Button onClick={() => setRecovers(!recovers)}>{t(recovers ? "page.login.useCode" : "page.login.useRecovery")}</Button>
          )}
          <Button kind="quiet" onClick={onRestart}>
            {t("page.login.restart")}
          </Button>
        </p>
      </Form>
    </>
  );
}
