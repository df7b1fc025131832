import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import { createFlag, listFlags, toggleFlag } from "#libs/contracts/config/switches.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useKey } from "../../ui/form/use-key.ts";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { Changed } from "./settings/changed.tsx";
import { titled } from "./settings/titled.ts";
import { useUndo } from "./use-undo.tsx";
import { WholeList } from "./whole-list.tsx";

const MAX_KEY = 100;
const MAX_DESCRIPTION = 500;
const KEY = /^[a-z][a-z0-9_.-]*$/;

const allFlags = () => staffApi.call(listFlags);

type Flag = Awaited<ReturnType<typeof allFlags>>[number];

/** The feature flags of the platform. */
export default function Flags(): VNode {
  const { may } = useStaff();
  return (
    <WholeList
      title="page.console.flags"
      none="page.staffSystem.noFlags"
      load={allFlags}
      byIn={({ updatedBy }) => updatedBy}
      head={(reload) => may(createFlag) && <NewFlag made={reload} />}
    >
      {(flag, reload) => <FlagRow key={flag.key} flag={flag} changed={reload} />}
    </WholeList>
  );
}

function FlagRow({ flag, changed }: { readonly flag: Flag; changed(): void }): VNode {
  const { t } = useReader();
  const { may } = useStaff();
  const { key, enabled, description, updatedAt, updatedBy } = flag;
  const verb = t(enabled ? "page.staffSystem.switchOff" : "page.staffSystem.switchOn");
  const undo = useUndo(changed);
  const set = (wanted: boolean) => () => staffApi.call(toggleFlag, { key, enabled: wanted });
  const toggle = () => {
    undo.run(set(!enabled), titled(key, t(enabled ? "page.staffSystem.off" : "page.staffSystem.on")), set(enabled));
  };
  return (
    <Row
      id={key}
      href={null}
      end={
        may(toggleFlag) && (
          <Button busy={undo.busy} onClick={toggle} label={titled(verb, key)}>
            {verb}
          </Button>
        )
      }
    >
      <bdi dir="ltr">{key}</bdi>
      {description !== null && <bdi>{description}</bdi>}
      <span>
        <Badge kind={enabled ? "good" : "neutral"}>{t(enabled ? "page.staffSystem.on" : "page.staffSystem.off")}</Badge>{" "}
        <Changed at={updatedAt} by={updatedBy} />
      </span>
      {undo.notes}
    </Row>
  );
}

function NewFlag({ made }: { made(): void }): VNode {
  const { t } = useReader();
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState("");
  const form = useForm();
  const keyed = useKey();
  const create = async (fields: FormData) => {
    const description = String(fields.get("description")).trim();
    const flag = { key, ...(description === "" ? {} : { description }) };
    await keyed((idempotencyKey) => staffApi.call(createFlag, flag, { idempotencyKey }));
    setOpen(false);
    setKey("");
    made();
  };
  return (
    <p class="actions">
      <Button onClick={() => setOpen(true)}>{t("page.staffSystem.newFlag")}</Button>
      {isOpen && (
        <Dialog title={t("page.staffSystem.newFlag")} onClose={() => setOpen(false)}>
          <Form form={form} onSend={(fields) => form.run(() => create(fields))}>
            <Field
              label={t("page.staffSystem.key")}
              name="key"
              hint={t("page.staffSystem.keyHint")}
              dir="ltr"
              spellcheck={false}
              required
              maxLength={MAX_KEY}
              value={key}
              fault={key === "" || KEY.test(key) ? null : t("page.staffSystem.keyHint")}
              onInput={(event) => setKey(event.currentTarget.value.trim())}
            />
            <Field label={t("page.staffSystem.description")} name="description" dir="auto" maxLength={MAX_DESCRIPTION} />
            <Refused />
            <p class="actions">
              <Button type="submit" kind="primary" busy={form.busy}>
                {t("page.payouts.add")}
              </Button>
              <Button onClick={() => setOpen(false)}>{t("page.dialog.cancel")}</Button>
            </p>
          </Form>
        </Dialog>
      )}
    </p>
  );
}
