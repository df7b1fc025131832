import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { instantOf, wallTimeOf } from "#gateway/ui/wall-time.ts";
import { recoverDeliveries } from "#libs/contracts/webhook/index.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { staffApi } from "../staff-session.ts";

interface SendFailedProps {
  readonly id: string;
  readonly failingSince: string | null;
  changed(): void;
}

/** Sends again what has failed since a time in the zone of the reader: that since which the endpoint fails, unless another is typed. */
export function SendFailed({ id, failingSince, changed }: SendFailedProps): VNode {
  const { t, formats } = useReader();
  const [sent, setSent] = useState<number | null>(null);
  const form = useForm();
  const send = async (fields: FormData) => {
    const since = instantOf(String(fields.get("since")), formats.timeZone);
    setSent((await staffApi.call(recoverDeliveries, { id, since })).recovered);
    changed();
  };
  return (
    <Form form={form} onSend={(fields) => form.run(() => send(fields))}>
      <Field
        label={t("page.staffSystem.failedSince")}
        name="since"
        type="datetime-local"
        required
        hint={formats.timeZone}
        value={failingSince === null ? "" : wallTimeOf(failingSince, formats.timeZone)}
      />
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
