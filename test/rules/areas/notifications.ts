import { messageExpired, messageRejected, messageReplied, messageSent } from "#libs/contracts/messaging/index.ts";
import {
  confirmEmailSubscription,
  countUnreadNotifications,
  emailSubscriptionConfirmed,
  getPreferences,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  setPreferences,
} from "#libs/contracts/notification/index.ts";
import { payoutProcessed } from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const notifications: Area = {
  title: "Notifications",
  sections: ["4.8", "2.7", "6.1"],
  groups: [
    {
      contracts: [listNotifications],
      code: ["notification.store.ts", "notification-view.ts"],
      rules: {
        "NOT-01": "An item has exactly `id`, `eventKey`, `title`, `body`, `data`, `read`, `readAt` and `createdAt`, in a page list.",
        "NOT-02": "A user never sees a notification of another user.",
        "NOT-03": "The newest notification comes first, by the time of its event.",
        "NOT-04": "`read=true` and `read=false` filter, and `total` counts what fits.",
        "NOT-05": "Any other value of `read` is no filter.",
        "NOT-10": "`data` is an object or null, and `readAt` is null as long as `read` is false.",
        "NOT-19": "Pages neither repeat nor lose an item while new ones arrive; the id decides between equal times.",
      },
    },
    {
      contracts: [listNotifications],
      code: ["request-params.ts", "shared.ts"],
      rules: {
        "NOT-06": "A `page` that is below 1 or not a number is 1, in the answer as well.",
        "NOT-07": "`limit` is clamped to 1-50, and is 20 when it is absent or not a number.",
        "NOT-08": "No query of this route is ever a 400.",
        "NOT-09": "An anonymous caller cannot list notifications: 401.",
      },
    },
    {
      contracts: [listNotifications],
      code: ["wording.ts", "recipient-locale.ts"],
      rules: {
        "NOT-11": "Title and body are in the recipient's current locale, else in English, and never show a raw key or a placeholder.",
      },
    },
    {
      contracts: [messageSent],
      code: ["notification/events/on-message-sent.ts"],
      rules: {
        "NOT-12":
          "A sent message notifies its creator once (`new_message_creator`), with message id, sender's name, kind and the link `/messages/<sessionId>`.",
      },
    },
    {
      contracts: [messageReplied],
      code: ["on-message-replied.ts"],
      rules: { "NOT-13": "A reply notifies the fan once (`message_replied_fan`)." },
    },
    {
      contracts: [messageExpired],
      code: ["on-message-expired.ts"],
      rules: {
        "NOT-14":
          "An expired message notifies fan and creator (`message_expired`), and the fan of a paid one of the refund; an expired held-back one notifies only the fan.",
      },
    },
    {
      contracts: [messageRejected],
      code: ["on-message-rejected.ts"],
      rules: {
        "NOT-15":
          "A rejected paid message notifies the fan of the refund (`message_rejected_refunded`); a rejected free one notifies no user.",
      },
    },
    {
      contracts: [payoutProcessed, emailSubscriptionConfirmed, confirmEmailSubscription],
      code: ["notification/events/on-payout-processed.ts", "on-email-subscription-confirmed.ts"],
      rules: {
        "NOT-16":
          "A payout that was paid or has failed notifies its creator (`payout_processed`, `payout_failed`); a confirmed subscription notifies the user with that verified address.",
      },
    },
    {
      code: ["notify-user.ts", "inbox.ts", "notification.model.ts"],
      rules: {
        "NOT-17": "An event that is delivered several times, or at once, makes one notification for each recipient.",
        "NOT-18": "No notification holds the text of a message, for any content of its event.",
      },
    },
  ],
};

export const notificationState: Area = {
  title: "Reading notifications and choosing channels",
  sections: ["4.8", "2.7"],
  groups: [
    {
      contracts: [markNotificationRead],
      rules: {
        "NTF-01": "Marking one notification sets `read` and `readAt`, once; a foreign or unknown id is 404 `notification.error.not_found`.",
      },
    },
    { contracts: [markAllNotificationsRead], rules: { "NTF-02": "Marking all notifications answers how many were unread." } },
    { contracts: [countUnreadNotifications], rules: { "NTF-03": "The number of unread notifications is exact, also beyond 99." } },
    {
      contracts: [getPreferences, setPreferences],
      code: ["domain/preferences.ts", "send-dispatches.ts"],
      rules: {
        "NTF-04":
          "A user switches each kind of notification on and off by channel, which counts for items and mails; a critical one is 400 `notification.preferences.critical`.",
      },
    },
    {
      code: ["notification-text.ts", "mail-frame.ts"],
      rules: {
        "NTF-06":
          "The name of a user stands in one line of a notification and is no link in its mail: it cannot look like words of the platform.",
      },
    },
    {
      code: ["notification-text.ts", "domain/wording.ts"],
      rules: {
        "NTF-05":
          "A stored notification without a text in this version, because of its key or its data, is shown and sent with a neutral text; it is in the reader's locale, and logged as a warning.",
      },
    },
  ],
};
