import type { TargetedEvent, VNode } from "preact";
import { Button, Field } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Time } from "#gateway/ui/parts/values.tsx";
import { ApiError } from "#libs/client/send.ts";
import { deleteWithPassword, requestDeletion } from "#libs/contracts/account/gdpr.ts";
import { api, pageData, session } from "../client/api.ts";
import { whoAmI } from "../client/me.ts";
import { go } from "../client/navigation.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { focusFirstProblem } from "../ui/first-problem.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";
import { leftBehind } from "./left-behind.ts";

const DAY_MS = 24 * 3_600_000;
const MIN_CHARACTERS = 8;

async function consequences() {
  const me = await whoAmI();
  return { hasPassword: me?.hasPassword ?? false, left: me ? await leftBehind(me) : [] };
}

/**
 * What is lost with the account, and the last question. A password is compared by the route that allows several attempts in an hour; the other
 * one allows one request in a day, and is for accounts without a password.
 */
export function DeletionDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const { t, now } = useReader();
  const query = useQuery("consequences", consequences);
  const { busy, failure, run } = useWork();
  const wrong = failure instanceof ApiError && failure.i18nKey === "error.user.password_incorrect" ? failure.message : null;

  const remove = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get("password");
    const isDone = await run(async () => {
      const { scheduledAt } =
        password === null ? await api.call(requestDeletion) : await api.call(deleteWithPassword, { password: String(password) });
      session.forget();
      go(`/farewell?on=${scheduledAt.slice(0, 10)}`, "replace");
    });
    if (!isDone) focusFirstProblem();
  };

  return (
    <Dialog title={t("page.privacy.delete")} onClose={onClose}>
      <Loaded query={query}>
        {({ hasPassword, left }) => (
          <form onSubmit={remove}>
            {left.length > 0 && (
              <>
                <p>{t("page.privacy.left")}</p>
                <Facts of={left.map(({ text, amount, currency }) => [t(text), <Money key={text} amount={amount} currency={currency} />])} />
              </>
            )}
            <p>
              <WillBeDeleted at={new Date(now() + (pageData.deletionDays ?? 0) * DAY_MS).toISOString()} /> {t("page.privacy.deleteHint")}
            </p>
            {failure !== null && wrong === null && <ErrorNote error={failure} />}
            {hasPassword && (
              <Field
                label={t("page.settings.currentPassword")}
                name="password"
                type="password"
                problem={wrong}
                autocomplete="current-password"
                minLength={MIN_CHARACTERS}
                required
              />
            )}
            <p class="actions">
              <Button type="submit" kind="danger" busy={busy}>
                {t("page.privacy.delete")}
              </Button>
              <Button onClick={onClose}>{t("page.dialog.cancel")}</Button>
            </p>
          </form>
        )}
      </Loaded>
    </Dialog>
  );
}

/** @param at ISO 8601 */
export function WillBeDeleted({ at }: { readonly at: string }): VNode {
  return <Sentence of="page.privacy.willBeDeleted" parts={{ time: <Time at={at} as="date" /> }} />;
}
