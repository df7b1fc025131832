import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { renameSecondFactor } from "#libs/contracts/account/second-factors.ts";
import { api } from "../../client/api.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";

const MAX_NAME = 100;

interface FactorNameProps {
  readonly factorId: string;
  readonly name: string | null;
  onSaved(): void;
  onClose(): void;
}

/** Names a second factor, so that its owner tells it from the others. */
export function FactorName({ factorId, name, onSaved, onClose }: FactorNameProps): VNode {
  const { t } = useReader();
  const form = useForm();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.querySelector("input")?.focus(), []);
  const save = async (fields: FormData) => {
    if (await form.run(() => api.call(renameSecondFactor, { factorId, name: String(fields.get("name")).trim() }))) onSaved();
  };
  return (
    <div ref={place}>
      <Form form={form} onSend={save}>
        <Field label={t("page.settings.factorName")} name="name" value={name ?? ""} maxLength={MAX_NAME} dir="auto" required />
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {t("page.settings.save")}
          </Button>
          <Button onClick={onClose}>{t("page.dialog.cancel")}</Button>
        </p>
      </Form>
    </div>
  );
}
