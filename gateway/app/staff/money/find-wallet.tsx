import type { VNode } from "preact";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { listUsers } from "#libs/contracts/account/users.ts";
import { go } from "../../client/navigation.ts";
import type { AppPage } from "../../ui/app-page.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";

const PATH = "/admin/wallets";
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The least that the interface searches by. */
const MIN_LENGTH = 3;

/** Finds the person of a wallet by id, address or username. */
export default function FindWallet({ query }: AppPage): VNode {
  const { t } = useReader();
  const { may } = useStaff();
  const maySearch = may(listUsers);
  const form = useForm();
  const [by = null] = ["email", "username"].filter((name) => query.get(name));
  const typed = by === null ? "" : (query.get(by) ?? "");
  return (
    <>
      <h1 tabIndex={-1}>{t("page.console.wallets")}</h1>
      <Form key={typed} form={form} onSend={(fields) => go(addressFor(String(fields.get("person")), maySearch))}>
        <Field
          label={t(maySearch ? "page.staffMoney.findPerson" : "page.staffMoney.findId")}
          name="person"
          type="search"
          dir="ltr"
          required
          minLength={MIN_LENGTH}
          value={typed}
        />
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary">
            {t("page.staffMoney.find")}
          </Button>
        </p>
      </Form>
      {by !== null && maySearch && <Found key={typed} by={by} typed={typed} />}
    </>
  );
}

/** Where a search leads: an id to its wallets, a part of an address or a username to the persons who have it. */
function addressFor(typed: string, maySearch: boolean): string {
  const text = typed.trim();
  if (!maySearch || UUID.test(text)) return `${PATH}/${encodeURIComponent(text)}`;
  const username = text.replace(/^@/, "");
  return `${PATH}?${new URLSearchParams(username.includes("@") ? { email: text } : { username })}`;
}

function Found({ by, typed }: { readonly by: string; readonly typed: string }): VNode {
  const { t } = useReader();
  const found = useQuery(typed, () => staffApi.call(listUsers, { [by]: typed }));
  return (
    <Loaded query={found}>
      {({ results }) => (
        <>
          {results.length === 0 && <Empty>{t("page.staffMoney.noPerson")}</Empty>}
          <ul class="list">
            {results.map(({ id, email, username, displayName }) => (
              <Row key={id} id={id} href={`${PATH}/${id}`} end={<bdi dir="ltr">{email}</bdi>}>
                <bdi>{displayName ?? email}</bdi>
                {username !== null && (
                  <span class="hint">
                    <bdi dir="ltr">@{username}</bdi>
                  </span>
                )}
              </Row>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}
