import type { Service, ServiceSchema } from "moleculer";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import type { JobParts } from "#libs/jobs/jobs-middleware.ts";
import { ensureIndexes } from "#libs/mongo/connect.ts";
import type { PersonalDataParts } from "#libs/personal-data/personal-data.ts";
import { personalDataActions } from "#libs/personal-data/personal-data-actions.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { confirmEmailSubscriptionAction } from "./actions/confirm-email-subscription.ts";
import { countUnreadNotificationsAction } from "./actions/count-unread-notifications.ts";
import { getPreferencesAction } from "./actions/get-preferences.ts";
import { leaveEmailSubscriptionAction } from "./actions/leave-email-subscription.ts";
import { listNotificationsAction } from "./actions/list-notifications.ts";
import { markAllNotificationsReadAction } from "./actions/mark-all-notifications-read.ts";
import { markNotificationReadAction } from "./actions/mark-notification-read.ts";
import { setPreferencesAction } from "./actions/set-preferences.ts";
import { streamNotificationsAction } from "./actions/stream-notifications.ts";
import { subscribeEmailAction } from "./actions/subscribe-email.ts";
import { unsubscribeMailsAction } from "./actions/unsubscribe-mails.ts";
import { liveDeps } from "./deps.ts";
import { noticeTable } from "./events/notice-table.ts";
import { onEmailSubscriptionConfirmed } from "./events/on-email-subscription-confirmed.ts";
import { onUserChanged } from "./events/on-user-changed.ts";
import { onUserRegistered } from "./events/on-user-registered.ts";
import { notificationJobs } from "./jobs.ts";
import { notificationPersonalData } from "./personal-data.ts";

/** What users are told: kept for them by event, shown in their language (spec 2.7, 4.8, 6.1). */
export function notificationService(runtime: Runtime): ServiceSchema & DurableParts & JobParts & PersonalDataParts {
  const deps = liveDeps(runtime);
  const connection = runtime.database("notification");
  const personalData = notificationPersonalData(connection);
  return {
    name: "notification",
    personalData,
    actions: {
      ...personalDataActions("notification", { connection, clock: runtime.clock }, personalData),
      list: listNotificationsAction(deps),
      markRead: markNotificationReadAction(deps),
      markAllRead: markAllNotificationsReadAction(deps),
      countUnread: countUnreadNotificationsAction(deps),
      getPreferences: getPreferencesAction(deps),
      setPreferences: setPreferencesAction(deps),
      stream: streamNotificationsAction(deps),
      subscribeEmail: subscribeEmailAction(deps),
      confirmEmailSubscription: confirmEmailSubscriptionAction(deps),
      leaveEmailSubscription: leaveEmailSubscriptionAction(deps),
      unsubscribeMails: unsubscribeMailsAction(deps),
    },
    durable: [...noticeTable.map((rule) => rule(deps)), onEmailSubscriptionConfirmed(deps), onUserRegistered(deps), onUserChanged(deps)],
    outbox: deps.outbox,
    jobs: notificationJobs(deps),
    created(this: Service) {
      deps.bind(this.broker);
    },
    started: () => ensureIndexes(runtime.database("notification")),
  };
}
