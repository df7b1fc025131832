import { findVerifiedUser, getContact, getUserSummary } from "#libs/contracts/account/index.ts";
import { recounts } from "#libs/platform/derived-totals/recount.model.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { defineService, type PlatformServiceSchema } from "#libs/platform/service/define-service.ts";
import { loadable } from "#libs/platform/service/loadable.ts";
import { confirmEmailSubscriptionAction } from "./actions/confirm-email-subscription.ts";
import { countUnreadNotificationsAction } from "./actions/count-unread-notifications.ts";
import { getBacklogAction } from "./actions/get-backlog.ts";
import { getPreferencesAction } from "./actions/get-preferences.ts";
import { leaveEmailSubscriptionAction } from "./actions/leave-email-subscription.ts";
import { listNotificationsAction } from "./actions/list-notifications.ts";
import { markAllNotificationsReadAction } from "./actions/mark-all-notifications-read.ts";
import { markNotificationReadAction } from "./actions/mark-notification-read.ts";
import { setPreferencesAction } from "./actions/set-preferences.ts";
import { streamNotificationsAction } from "./actions/stream-notifications.ts";
import { subscribeEmailAction } from "./actions/subscribe-email.ts";
import { unsubscribeMailsAction } from "./actions/unsubscribe-mails.ts";
import { dispatches } from "./data/dispatch.model.ts";
import { notifications } from "./data/notification.model.ts";
import { preferences } from "./data/preference.store.ts";
import { recipients } from "./data/recipient.model.ts";
import { subscriptions } from "./data/subscription.model.ts";
import { liveDeps } from "./deps.ts";
import { notificationRules } from "./events/notification-rules.ts";
import { noticeBatches } from "./events/notify-on.ts";
import { onEmailSubscriptionConfirmed } from "./events/on-email-subscription-confirmed.ts";
import { onUserChanged, onUserRegistered } from "./events/on-user-locale.ts";
import { notificationJobs } from "./jobs.ts";
import { notificationPersonalData } from "./personal-data.ts";

/** Notifies users of events: in a list and a stream, by mail and by short message (spec 2.7, 4.8, 6.1). */
export function notificationService(runtime: Runtime): PlatformServiceSchema {
  const deps = liveDeps(runtime);
  const subscribe = noticeBatches(deps);
  return defineService(deps, {
    actions: {
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
      getBacklog: getBacklogAction(deps),
    },
    calls: [getUserSummary, getContact, findVerifiedUser],
    consumes: [
      ...notificationRules.map((rule) => rule(subscribe)),
      onEmailSubscriptionConfirmed(deps),
      onUserRegistered(deps),
      onUserChanged(deps),
    ],
    jobs: notificationJobs(deps),
    figures: ["derivedTotalDrift"],
    collections: [notifications, recipients, preferences, dispatches, subscriptions, recounts],
    personalData: notificationPersonalData(deps.database),
    background: [deps.shutdown, deps.streamHints, deps.messageHints],
  });
}

export default loadable(notificationService);
