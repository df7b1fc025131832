import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { Field, TextField } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { randomKey } from "#libs/client/random-key.ts";
import { listOwnTickets, openTicket } from "#libs/contracts/content/support.ts";
import { api } from "../client/api.ts";
import { go } from "../client/navigation.ts";
import { isRefusal } from "../client/refusal.ts";
import type { AppPage } from "../ui/app-page.ts";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { Pages, pageOf } from "../ui/pager.tsx";
import { MAX_MESSAGE, MAX_SUBJECT, subjectOf, TicketState } from "../ui/tickets/support-parts.tsx";
import { useNews } from "../ui/use-news.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";

/** The signed-in user's tickets, and the form for a new one. It concerns a top-up or a message when the address names one. */
export default function Support({ query }: AppPage): VNode {
  const { t } = useReader();
  const page = pageOf(query);
  const loaded = useQuery(`tickets ${page}`, () => api.call(listOwnTickets, { page, limit: 25 }));
  useNews(loaded.reload);
  return (
    <>
      <h1 tabIndex={-1}>{t("page.support.title")}</h1>
      <NewTicket query={query} />
      <Loaded query={loaded}>
        {(list) => (
          <>
            {list.items.length === 0 && <Empty>{t("page.support.none")}</Empty>}
            <ul class="list">
              {list.items.map(({ id, subject, status, lastMessageAt }) => (
                <Row
                  key={id}
                  href={`/support/${id}`}
                  end={
                    <span class="hint">
                      <Time at={lastMessageAt} as="relative" />
                    </span>
                  }
                >
                  <bdi>{subject}</bdi>
                  <span>
                    <TicketState status={status} />
                  </span>
                </Row>
              ))}
            </ul>
            <Pages list={list} path="/support" />
          </>
        )}
      </Loaded>
    </>
  );
}

function NewTicket({ query }: { readonly query: URLSearchParams }): VNode {
  const { t } = useReader();
  const about = subjectOf(query);
  const reference = about && t(about.reference, { id: about.id });
  const [subject, setSubject] = useState(about ? t(about.subject) : "");
  const [text, setText] = useState("");
  const [key, setKey] = useState(randomKey);
  const form = useForm();
  const type = (write: (typed: string) => void) => (event: { readonly currentTarget: { readonly value: string } }) => {
    write(event.currentTarget.value);
    setKey(randomKey());
  };

  const open = async () => {
    const message = reference === null ? text : `${text.trimEnd()}\n\n${reference}`;
    try {
      const { id } = await api.call(openTicket, { subject, message }, { idempotencyKey: key });
      go(`/support/${id}`);
    } catch (error) {
      if (isRefusal(error)) setKey(randomKey());
      throw error;
    }
  };

  return (
    <Form form={form} isGuarded class="card" onSend={() => form.run(open)}>
      <h2>{t("page.support.new")}</h2>
      <Field
        label={t("page.support.subject")}
        name="subject"
        dir="auto"
        maxLength={MAX_SUBJECT}
        value={subject}
        required
        onInput={type(setSubject)}
      />
      <TextField
        label={t("page.compose.text")}
        name="message"
        maxLength={MAX_MESSAGE - (reference === null ? 0 : reference.length + 2)}
        value={text}
        required
        hint={
          reference !== null ? (
            <>
              {t("page.support.adds")} <bdi>{reference}</bdi>
            </>
          ) : undefined
        }
        onInput={type(setText)}
      />
      <Refused />
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t("page.compose.send")}
        </Button>
      </p>
    </Form>
  );
}
