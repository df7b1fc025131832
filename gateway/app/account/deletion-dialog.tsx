import type { VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { deleteWithPassword, requestDeletion } from "#libs/contracts/account/gdpr.ts";
import { api, session } from "../client/api.ts";
import { pageData } from "../client/browser/page-data.ts";
import { whoAmI } from "../client/me.ts";
import { go } from "../client/navigation.ts";
import { ClosingMoney } from "../ui/closing/closing-money.tsx";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";

const DAY_MS = 24 * 3_600_000;
const MIN_CHARACTERS = 8;

async function ownAccount() {
  return { hasPassword: (await whoAmI())?.hasPassword ?? false };
}

/**
 * What becomes of the money, and the last question. A password is compared by the route that allows several attempts in an hour; the other
 * one allows one request in a day, and is for accounts without a password.
 */
export function DeletionDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const { t, now } = useReader();
  const query = useQuery("own account", ownAccount);
  const form = useForm();

  const remove = (fields: FormData) =>
    form.run(async () => {
      const password = fields.get("password");
      const { scheduledAt } =
        password === null ? await api.call(requestDeletion) : await api.call(deleteWithPassword, { password: String(password) });
      session.forget();
      go(`/farewell?on=${scheduledAt.slice(0, 10)}`, "replace");
    });

  return (
    <Dialog title={t("page.privacy.delete")} onClose={onClose}>
      <Loaded query={query}>
        {({ hasPassword }) => (
          <Form form={form} onSend={remove}>
            <ClosingMoney waits={false} />
            <p>
              <WillBeDeleted at={new Date(now() + (pageData.deletionDays ?? 0) * DAY_MS).toISOString()} /> {t("page.privacy.deleteHint")}
            </p>
            {hasPassword && (
              <Field
                label={t("page.settings.currentPassword")}
                name="password"
                type="password"
                autocomplete="current-password"
                minLength={MIN_CHARACTERS}
                required
              />
            )}
            <Refused />
            <p class="actions">
              <Button type="submit" kind="danger" busy={form.busy}>
                {t("page.privacy.delete")}
              </Button>
              <Button onClick={onClose}>{t("page.dialog.cancel")}</Button>
            </p>
          </Form>
        )}
      </Loaded>
    </Dialog>
  );
}

/** @param at ISO 8601 */
export function WillBeDeleted({ at }: { readonly at: string }): VNode {
  return <Sentence of="page.privacy.willBeDeleted" parts={{ time: <Time at={at} as="date" /> }} />;
}
