import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { listWebhookKinds } from "#libs/contracts/webhook/index.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { staffApi } from "../staff-session.ts";

const MAX_URL = 2_048;
const MAX_DESCRIPTION = 200;

/** What staff choose about an endpoint. */
interface EndpointFields {
  readonly url: string;
  readonly kinds: readonly string[];
  readonly description: string | null;
}

interface EndpointFormProps {
  readonly title: string;
  readonly verb: string;
  readonly endpoint: EndpointFields;
  send(endpoint: { readonly url: string; readonly kinds: string[]; readonly description: string | null }): Promise<unknown>;
  close(): void;
}

/** The dialog for a new endpoint, and for another address or other kinds. */
export function EndpointForm({ title, verb, endpoint, send, close }: EndpointFormProps): VNode {
  const { t } = useReader();
  const [kinds, setKinds] = useState<readonly string[]>(endpoint.kinds);
  const form = useForm();
  const save = async (fields: FormData) => {
    const description = String(fields.get("description")).trim();
    await send({ url: String(fields.get("url")).trim(), kinds: [...kinds], description: description === "" ? null : description });
    close();
  };
  return (
    <Dialog title={title} onClose={close}>
      <Form form={form} onSend={(fields) => form.run(() => save(fields))}>
        <Field
          label={t("page.staffSystem.address")}
          name="url"
          dir="ltr"
          spellcheck={false}
          required
          maxLength={MAX_URL}
          value={endpoint.url}
        />
        <Field
          label={t("page.staffSystem.description")}
          name="description"
          dir="auto"
          maxLength={MAX_DESCRIPTION}
          value={endpoint.description ?? ""}
        />
        <Kinds chosen={kinds} choose={setKinds} />
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {verb}
          </Button>
          <Button onClick={close}>{t("page.dialog.cancel")}</Button>
        </p>
      </Form>
    </Dialog>
  );
}

interface KindsProps {
  readonly chosen: readonly string[];
  choose(kinds: readonly string[]): void;
}

/** The kinds of webhooks, each with the schema of its payload. */
function Kinds({ chosen, choose }: KindsProps): VNode {
  const { t } = useReader();
  const query = useQuery("kinds", () => staffApi.call(listWebhookKinds));
  return (
    <fieldset>
      <legend>{t("page.staffSystem.kinds")}</legend>
      <Loaded query={query}>
        {(kinds) => (
          <>
            <AllKinds of={kinds.map(({ kind }) => kind)} {...{ chosen, choose }} />
            {kinds.map(({ kind, summary, schema }) => (
              <div key={kind}>
                <label class="option">
                  <input
                    type="checkbox"
                    checked={chosen.includes(kind)}
                    onChange={({ currentTarget: { checked } }) =>
                      choose(checked ? [...chosen, kind] : chosen.filter((each) => each !== kind))
                    }
                  />
                  <bdi dir="ltr">{kind}</bdi>
                </label>
                <details>
                  <summary lang="en" dir="ltr">
                    {summary}
                  </summary>
                  <pre dir="ltr">{JSON.stringify(schema, null, 2)}</pre>
                </details>
              </div>
            ))}
          </>
        )}
      </Loaded>
    </fieldset>
  );
}

/** Chooses all kinds at once, or none. */
function AllKinds({ of: all, chosen, choose }: KindsProps & { readonly of: readonly string[] }): VNode {
  const { t } = useReader();
  const isEach = all.every((kind) => chosen.includes(kind));
  return (
    <label class="option">
      <input type="checkbox" checked={isEach} indeterminate={!isEach && chosen.length > 0} onChange={() => choose(isEach ? [] : all)} />
      {t("page.staffSystem.allKinds")}
    </label>
  );
}
