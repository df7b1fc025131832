import type { VNode } from "preact";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { listNotifications, markAllNotificationsRead, markNotificationRead } from "#libs/contracts/notification/index.ts";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "#libs/contracts/shared.ts";
import { locales } from "#libs/platform/i18n/locales.ts";
import { api } from "../client/api.ts";
import { whoAmI } from "../client/me.ts";
import type { AppPage } from "../ui/app-page.ts";
import { Pages, pageOf } from "../ui/pager.tsx";
import { useNews } from "../ui/use-news.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";

async function listOf(page: number) {
  const [me, list] = await Promise.all([whoAmI(), api.call(listNotifications, { page, limit: 25 })]);
  const language = LOCALES.find((locale) => locale === me?.locale) ?? DEFAULT_LOCALE;
  return { ...list, language };
}

type List = Awaited<ReturnType<typeof listOf>>;

/** The reader's notifications, newest first. Opening one marks it as read. */
export default function Notifications({ query }: AppPage): VNode {
  const { t } = useReader();
  const page = pageOf(query);
  const loaded = useQuery(`notifications ${page}`, () => listOf(page));
  useNews(loaded.reload);
  const readAll = async () => {
    await api.call(markAllNotificationsRead);
    loaded.reload();
  };
  return (
    <>
      <h1 tabIndex={-1}>{t("page.notifications.title")}</h1>
      <p class="actions">
        <a href="/settings/notifications">{t("page.settings.title")}</a>
        {loaded.data?.items.some(({ read }) => !read) && (
          <Button kind="quiet" onClick={() => void readAll()}>
            {t("page.notifications.readAll")}
          </Button>
        )}
      </p>
      <Loaded query={loaded}>
        {(list) =>
          list.items.length === 0 ? (
            <Empty>{t("page.notifications.none")}</Empty>
          ) : (
            <>
              <ul class="list">
                {list.items.map((item) => (
                  <Row key={item.id} item={item} language={list.language} />
                ))}
              </ul>
              <Pages list={list} path="/notifications" />
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface RowProps {
  readonly item: List["items"][number];
  /**
   * The text is in the language of the account, so its direction is set. A name at the start may have another direction and must not decide
   * it.
   */
  readonly language: Locale;
}

function Row({ item: { id, title, body, data, read, createdAt }, language }: RowProps): VNode {
  const { t } = useReader();
  const link = (data as { readonly deepLink?: string } | null)?.deepLink;
  // The link may load another document, so the request must outlive this one. Its result does not matter.
  const markRead = () => void api.call(markNotificationRead, { notificationId: id }, { keepalive: true }).catch(() => undefined);
  return (
    <li>
      <a class="item" href={link ?? "/notifications"} onClick={markRead}>
        <span class="text" lang={language} dir={locales[language].direction}>
          <strong>{title}</strong>
          <span>{body}</span>
        </span>
        <span class="end">
          {!read && <strong>{t("page.notifications.new")}</strong>}
          <span class="hint">
            <Time at={createdAt} as="relative" />
          </span>
        </span>
      </a>
    </li>
  );
}
