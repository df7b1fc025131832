import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name, Time } from "#gateway/ui/parts/values.tsx";
import { createPayoutMethod, removePayoutMethod } from "#libs/contracts/wallet/payouts.ts";
import { api } from "../client/api.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { useWork } from "../ui/use-work.ts";

/** The one kind that every payout provider supports; the API does not list the others. */
const KIND = "BANK_ACCOUNT";

export interface PayoutMethod {
  readonly methodId: string;
  readonly kind: string;
  /** Name given by the creator. */
  readonly label: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

interface PayoutMethodsProps {
  readonly methods: readonly PayoutMethod[];
  changed(): void;
}

/** Payout destinations: added under a name that the creator chooses, and removed. */
export function PayoutMethods({ methods, changed }: PayoutMethodsProps): VNode {
  const { t } = useReader();
  const [label, setLabel] = useState("");
  const [leaving, setLeaving] = useState<PayoutMethod | null>(null);
  const form = useForm();
  const { busy, failure, run } = useWork();
  const add = async () => {
    if (!(await form.run(() => api.call(createPayoutMethod, { kind: KIND, label })))) return;
    setLabel("");
    changed();
  };
  const remove = async ({ methodId }: PayoutMethod) => {
    await run(() => api.call(removePayoutMethod, { methodId }));
    setLeaving(null);
    changed();
  };

  return (
    <>
      {failure !== null && <ErrorNote error={failure} />}
      {methods.length > 0 && (
        <ul class="list">
          {methods.map((method) => (
            <MethodRow key={method.methodId} method={method} onRemove={() => setLeaving(method)} />
          ))}
        </ul>
      )}
      <Form form={form} class="card" onSend={add}>
        <Field
          label={t("page.payouts.label")}
          name="label"
          value={label}
          required
          maxLength={100}
          autocomplete="off"
          dir="auto"
          hint={t("page.payouts.labelHint")}
          onInput={(event) => setLabel(event.currentTarget.value)}
        />
        <Refused />
        <p class="actions">
          <Button type="submit" busy={form.busy}>
            {t("page.payouts.add")}
          </Button>
        </p>
      </Form>
      {leaving && (
        <Dialog title={t("page.payouts.remove")} onClose={() => setLeaving(null)}>
          <p>
            <Sentence of="page.payouts.removeSure" parts={{ method: <Name>{leaving.label}</Name> }} />
          </p>
          <p class="actions">
            <Button kind="danger" busy={busy} onClick={() => void remove(leaving)}>
              {t("page.payouts.remove")}
            </Button>
            <Button onClick={() => setLeaving(null)}>{t("page.dialog.cancel")}</Button>
          </p>
        </Dialog>
      )}
    </>
  );
}

function MethodRow({ method: { label, kind, createdAt }, onRemove }: { method: PayoutMethod; onRemove: () => void }): VNode {
  const { t } = useReader();
  return (
    <li class="item">
      <span class="text">
        <bdi>{label}</bdi>
        <span class="hint">
          {kind === KIND ? t("page.payouts.bank") : <bdi dir="ltr">{kind}</bdi>} · <Time at={createdAt} as="date" />
        </span>
      </span>
      <Button onClick={onRemove}>{t("page.payouts.remove")}</Button>
    </li>
  );
}
