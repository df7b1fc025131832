import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { cancelEmailChange, changeEmail, getEmailChange, getMe } from "#libs/contracts/account/index.ts";
import { api } from "../../client/api.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Setting } from "../../ui/setting.tsx";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { useWork } from "../../ui/use-work.ts";

async function standing() {
  const [{ email }, { waiting }] = await Promise.all([api.call(getMe), api.call(getEmailChange)]);
  return { email, waiting };
}

/** The address of the signed-in user: changed, or left as it is while another one waits. */
export function EmailAddress(): VNode {
  const { t } = useReader();
  const query = useQuery("email", standing);
  return (
    <Setting title={t("page.login.email")} hint={t("page.emailChange.hint")}>
      <Loaded query={query} lines={3}>
        {({ email, waiting }) => (
          <>
            <p>
              <bdi dir="ltr">{email}</bdi>
            </p>
            {waiting ? <Waiting of={waiting} changed={query.reload} /> : <AskForAddress changed={query.reload} />}
          </>
        )}
      </Loaded>
    </Setting>
  );
}

interface Changing {
  changed(): void;
}

function AskForAddress({ changed }: Changing): VNode {
  const { t } = useReader();
  const form = useForm();
  const ask = async (fields: FormData) => {
    if (await form.run(() => api.call(changeEmail, { newEmail: String(fields.get("newEmail")) }))) changed();
  };
  return (
    <Form form={form} onSend={ask}>
      <Field label={t("page.emailChange.new")} name="newEmail" type="email" autocomplete="email" dir="ltr" required />
      <Refused />
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t("page.emailChange.ask")}
        </Button>
      </p>
    </Form>
  );
}

interface WaitingProps extends Changing {
  readonly of: { readonly newEmail: string; readonly confirmed: boolean; readonly dueAt: string };
}

function Waiting({ of: { newEmail, confirmed, dueAt }, changed }: WaitingProps): VNode {
  const { t } = useReader();
  const { busy, failure, run } = useWork();
  const keep = async () => {
    if (await run(() => api.call(cancelEmailChange))) changed();
  };
  return (
    <>
      <p class="notice warn" role="status">
        <Sentence
          of={confirmed ? "page.emailChange.waitsConfirmed" : "page.emailChange.waits"}
          parts={{ email: <bdi dir="ltr">{newEmail}</bdi>, time: <Time at={dueAt} /> }}
        />
      </p>
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button busy={busy} onClick={() => void keep()}>
          {t("page.emailChange.keep")}
        </Button>
      </p>
    </>
  );
}
