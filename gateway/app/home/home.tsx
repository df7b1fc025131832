import type { VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import type { Received } from "../client/message-pages.ts";
import { BegunMessages } from "../ui/overview/begun-messages.tsx";
import { FirstSteps } from "../ui/overview/first-steps.tsx";
import { ReceivedRow, SentRow, SessionRow } from "../ui/overview/message-rows.tsx";
import { MessagesSum } from "../ui/overview/messages-sum.tsx";
import { Unconfirmed } from "../ui/unconfirmed.tsx";
import { useNews } from "../ui/use-news.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { type OwnHome, ownHome } from "./own-home.ts";

/** Rows of each kind among what waits; the message list has all. */
const SHOWN = 3;

/** The home of a user: what waits, the first steps until they are done, the latest conversations, and the money. */
export default function Home(): VNode {
  const { t } = useReader();
  const query = useQuery("home", ownHome);
  useNews(query.reload);
  return (
    <>
      <h1 tabIndex={-1}>{t("page.start.title")}</h1>
      <Loaded query={query} lines={24}>
        {(own) =>
          own && (
            <div class="cols">
              <Waits own={own} />
              <div class="second stack">
                <OwnMoney own={own} />
                <FirstSteps of={own.me.id} steps={own.steps} username={own.username} />
              </div>
              <Latest own={own} />
            </div>
          )
        }
      </Loaded>
    </>
  );
}

interface OwnProps {
  readonly own: OwnHome;
}

const hrefOf = (sessionId: string) => `/messages/${sessionId}`;

/** The conversations with news that are not about an open message. */
function unreadOf({ latest, received }: OwnHome) {
  const open = new Set(received.map(({ sessionId }) => sessionId));
  return latest.filter(({ id, unread }) => unread > 0 && !open.has(id));
}

function Waits({ own }: OwnProps): VNode {
  const { t } = useReader();
  const { me, received, sent, sessions } = own;
  const unread = unreadOf(own);
  const isUnread = ({ sessionId }: Received) => unread.some(({ id }) => id === sessionId);
  const isNothing = me.emailVerified && received.length + sent.length + unread.length === 0;
  return (
    <section aria-labelledby="waits">
      <h2 id="waits">{t("page.start.waits")}</h2>
      {!me.emailVerified && <Unconfirmed known={me.email} />}
      <BegunMessages userId={me.id} />
      {received.length > 0 && <MessagesSum messages={received} />}
      {isNothing ? (
        <Nothing own={own} />
      ) : (
        <ul class="list">
          {received.slice(0, SHOWN).map((message) => (
            <ReceivedRow key={message.id} message={message} session={sessions.get(message.sessionId)} href={hrefOf(message.sessionId)} />
          ))}
          {unread.slice(0, SHOWN).map((session) => (
            <SessionRow key={session.id} session={session} href={hrefOf(session.id)} />
          ))}
          {sent
            .filter((message) => !isUnread(message))
            .slice(0, SHOWN)
            .map((message) => (
              <SentRow key={message.id} message={message} session={sessions.get(message.sessionId)} href={hrefOf(message.sessionId)} />
            ))}
        </ul>
      )}
    </section>
  );
}

function Nothing({ own: { username } }: OwnProps): VNode {
  const { t } = useReader();
  const [href, text] = username === null ? (["/discover", "page.home.find"] as const) : ([`/${username}`, "page.inbox.share"] as const);
  const way = (
    <a class="button primary" href={href}>
      {t(text)}
    </a>
  );
  return <Empty action={way}>{t("page.start.nothing")}</Empty>;
}

/** Conversations that are not among what waits. */
function Latest({ own }: OwnProps): VNode | null {
  const { t } = useReader();
  const { latest, received, sent } = own;
  const shown = new Set([...received, ...sent].slice(0, 2 * SHOWN).map(({ sessionId }) => sessionId));
  const unread = new Set(unreadOf(own));
  const others = latest.filter((session) => !shown.has(session.id) && !unread.has(session));
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="latest">
      <h2 id="latest">{t("page.start.latest")}</h2>
      <ul class="list">
        {others.map((session) => (
          <SessionRow key={session.id} session={session} href={hrefOf(session.id)} />
        ))}
      </ul>
      <p class="actions">
        <a href="/messages">{t("page.start.all")}</a>
      </p>
    </section>
  );
}

/** The free balance of a fan, or the earnings of a creator, and what is held. */
function OwnMoney({ own: { username, money } }: OwnProps): VNode {
  const { t } = useReader();
  const { free, held, currency } = money;
  const rows = [
    [t(username === null ? "page.wallet.balance" : "page.payouts.available"), free, "amount big"],
    [t(username === null ? "page.wallet.held" : "page.payouts.pending"), held, "amount"],
  ] as const;
  return (
    <section class="vault own-money" aria-labelledby="money">
      <h2 id="money">
        <a href={username === null ? "/wallet" : "/payouts"}>{t(username === null ? "page.wallet.title" : "page.payouts.title")}</a>
      </h2>
      <dl class="figures">
        {rows.map(([text, amount, kind]) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd class={kind}>
              <Money amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
