import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { recoverDeliveries } from "#libs/contracts/webhook/index.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { staffApi } from "../staff-session.ts";

/** Sends again what has failed since a time in the zone of the reader. */
export function SendFailed({ id, changed }: { readonly id: string; changed(): void }): VNode {
  const { t, formats } = useReader();
  const [sent, setSent] = useState<number | null>(null);
  const form = useForm();
  const send = async (fields: FormData) => {
    const since = new Date(String(fields.get("since"))).toISOString();
    setSent((await staffApi.call(recoverDeliveries, { id, since })).recovered);
    changed();
  };
  return (
    <Form form={form} onSend={(fields) => form.run(() => send(fields))}>
      <Field label={t("page.staffSystem.failedSince")} name="since" type="datetime-local" required hint={formats.timeZone} />
      <Refused />
      <p class="actions">
        <Button type="submit" busy={form.busy}>
          {t("page.staffSystem.sendFailed")}
        </Button>
        <span role="status">{sent !== null && t("page.staffSystem.sentAgain", { number: formats.number(sent) })}</span>
      </p>
    </Form>
  );
}
