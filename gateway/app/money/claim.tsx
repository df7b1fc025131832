import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { claimMoney } from "#libs/contracts/wallet/leaving.ts";
import { api } from "../client/api.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";

const MAX_CODE = 100;

/** Claims the money of a deleted account by the code of its last mail. */
export default function Claim(): VNode {
  const { t } = useReader();
  const form = useForm();
  const [code, setCode] = useState("");
  const [isWaiting, setWaiting] = useState(false);
  const claim = async () => setWaiting(await form.run(() => api.call(claimMoney, { code })));
  return (
    <>
      <h1 tabIndex={-1}>{t("page.claim.title")}</h1>
      {isWaiting ? (
        <p class="notice" role="status">
          {t("page.claim.waiting")}
        </p>
      ) : (
        <Form form={form} class="card" onSend={claim}>
          <p>{t("page.claim.about")}</p>
          <Field
            label={t("page.claim.code")}
            name="code"
            value={code}
            required
            maxLength={MAX_CODE}
            autocomplete="off"
            spellcheck={false}
            dir="ltr"
            onInput={(event) => setCode(event.currentTarget.value)}
          />
          <Refused />
          <p class="actions">
            <Button type="submit" kind="primary" busy={form.busy}>
              {t("page.claim.send")}
            </Button>
          </p>
        </Form>
      )}
    </>
  );
}
