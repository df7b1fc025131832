import { messageQuarantined, messageSent, sendMessage } from "#libs/contracts/messaging/index.ts";
import type { Area } from "../area.ts";

const CHECKS = "send-checks.ts";

export const messages: Area = {
  title: "Sending a message",
  sections: ["4.10", "2.6", "3.4"],
  groups: [
    {
      contracts: [sendMessage],
      code: ["commit-message.ts", "domain/message.ts"],
      rules: {
        "MSG-01": "A free message to a creator who takes free ones is sent: 201 with `messageId` and status DELIVERED.",
        "MSG-02": "A SINGLE_PAY message is 201 with status ESCROWED; its price leaves the balance of the fan and is held.",
        "MSG-03": "A PER_MESSAGE message is sent and held like a SINGLE_PAY one.",
        "MSG-04": "An anonymous caller cannot send: 401.",
        "MSG-12": "A price that comes with a free message is ignored.",
        "MSG-44": "The price of a message is the one at which it was sent; a later change of the package does not touch it.",
        "MSG-45": "The commission rate is that of the creator's level when the message is sent; later changes do not touch it.",
      },
    },
    {
      contracts: [sendMessage],
      rules: {
        "MSG-05":
          "`receiverId` must be a string, else 400; any string is accepted, and one that names no user is 400 `message.send.error.creator_unavailable`.",
        "MSG-06": "`content` is a string of 1 to 2000 characters; missing, empty or longer is 400.",
        "MSG-09": "`dmType` must be FREE, SINGLE_PAY or PER_MESSAGE, else 400.",
        "MSG-10": "A message that is not free needs a `price`, else 400, named beside all other errors.",
        "MSG-11": "A price is digits with an optional dot and one or two decimals; a number, a sign, a comma or spaces are 400.",
        "MSG-13": "`timeoutHours` is a whole number from 1 to 720, else 400.",
      },
    },
    {
      contracts: [sendMessage],
      code: ["message-text.ts", "search-content.ts"],
      rules: {
        "MSG-07": "A text of 2000 characters comes back exactly as it was sent.",
        "MSG-47": "The text is sealed in the store: unreadable, different for equal texts, and opened in its own message only.",
        "MSG-48":
          "`searchContent` is the first 500 characters in plain text, and nothing when the setting `messaging.search_projection` is off.",
        "MSG-65": "Markup in a text is text: it is stored and answered as it is.",
        "MSG-66": "Length is counted in UTF-16 units; an emoji at a limit breaks nothing.",
      },
    },
    {
      contracts: [sendMessage],
      code: [CHECKS],
      rules: {
        "MSG-08":
          "A text of which a reader sees nothing, such as white space and zero-width characters, is 400 `message.send.error.empty_content`.",
        "MSG-14": "A message to oneself is 400 `message.send.error.self_message`.",
        "MSG-15": "A sender whose address is not verified is 403 `message.send.error.email_not_verified`.",
        "MSG-16": "A receiver who does not exist or is not ACTIVE is 400 `message.send.error.creator_unavailable`.",
        "MSG-17": "A sender whom the receiver has blocked is 403 `message.send.error.blocked`; the other direction does not matter.",
        "MSG-18": "A receiver without a profile or with `dmActive` false is 400 `message.send.error.dm_disabled`.",
        "MSG-19": "A creator on vacation is 400 `message.send.error.vacation`.",
        "MSG-20": "A kind of message that the creator has not chosen is 400 `message.send.error.dm_type_mismatch`.",
        "MSG-32":
          "A price below that of the creator's active package is 400 `message.send.error.price_below_minimum`; 0 is always below it.",
        "MSG-39": "The checks are made in the order of the specification: of several errors the earliest is answered.",
        "MSG-63": "A creator who is SUSPENDED, BANNED or DEACTIVATED is 400 `message.send.error.creator_unavailable`, on vacation or not.",
        "MSG-67": "The errors of limits and prices carry their numbers: the limit and when it ends, or the least price.",
      },
    },
    {
      contracts: [sendMessage],
      code: ["text-claim.ts", "text-guard.store.ts"],
      rules: {
        "MSG-21": "A text that went to the same creator less than 60 seconds ago is 400 `message.send.error.duplicate`.",
        "MSG-22": "Texts are the same when their first 500 characters are.",
        "MSG-23": "The window is the setting `messaging.duplicate_window_seconds`; another creator or another sender is never a duplicate.",
      },
    },
    {
      contracts: [sendMessage],
      code: ["free-quota.ts", "free-dm-quota.ts", "redis-quotas.ts"],
      rules: {
        "MSG-24": "The sixth free message of a user in a UTC day is 400 `message.send.error.free_dm_daily_limit`.",
        "MSG-25": "The second free message to the same creator in a UTC day is 400 `message.send.error.free_dm_per_creator_limit`.",
        "MSG-26": "When both limits are used up, the error is that of the daily one.",
        "MSG-27":
          "The free messages of a day begin anew at midnight UTC, in any time zone of the server, and not 24 hours after the first.",
        "MSG-28": "Both limits are settings (`dm.free_daily_limit`, `dm.free_per_creator_daily`) and count at once.",
        "MSG-29":
          "While the counter store is unavailable free messages are 400 `message.send.error.service_unavailable`; paid ones are sent as usual.",
        "MSG-30": "A free message that is refused or fails is not counted.",
        "MSG-31": "Of ten free messages to ten creators at once with a limit of five exactly five are sent.",
        "MSG-68": "Free messages are counted in the same way on one counter store and on a cluster of them.",
      },
    },
    {
      contracts: [sendMessage],
      code: [CHECKS, "money.ts"],
      rules: { "MSG-33": "Prices are compared and added as whole minor units, never as texts or fractions." },
    },
    {
      contracts: [sendMessage],
      code: ["commit-message.ts", "message.model.ts"],
      rules: {
        "MSG-34":
          "A fan may have one open paid message to a creator: a second one is 400 `message.send.error.pending_paid_exists` until the first has ended.",
        "MSG-35": "Of many paid messages of a fan to one creator at once exactly one is sent and the balance is debited once.",
      },
    },
    {
      contracts: [sendMessage],
      code: ["escrow-desk.ts", "wallet/domain/wallet.ts"],
      rules: {
        "MSG-36": "A fan without a wallet or with a frozen one is 400 `payment.escrow.wallet_unavailable`.",
        "MSG-37": "A balance below the price is 400 `payment.escrow.insufficient_balance`; exactly the price is enough.",
        "MSG-38": "Of two paid messages at once, with a balance for one, exactly one is sent; the balance is never negative.",
      },
    },
    {
      contracts: [sendMessage],
      code: ["chat-session.store.ts"],
      rules: {
        "MSG-40": "The first message of a pair makes its chat session, later ones go into it.",
        "MSG-41": "A pair has one chat session, in either direction.",
        "MSG-42": "First messages at the same time, in both directions, make one chat session.",
        "MSG-43": "Every message moves `lastMessageAt` of its session, also one that is held back.",
      },
    },
    {
      contracts: [sendMessage],
      code: ["send/draft.ts"],
      rules: {
        "MSG-46":
          "`expiresAt` is the time of sending plus the window: that of the request, else `dm.timeout_hours` (48) at that moment, brought into the creator's windows.",
      },
    },
    {
      contracts: [sendMessage],
      code: ["commit-message.ts", "undoable.ts"],
      rules: {
        "MSG-49": "A send that fails while the money is held leaves no message and no new session; an older session stays.",
        "MSG-50": "A send is one transaction: wherever it crashes, no money is lost and no half message is left.",
        "MSG-58": "Every move of a message is in its status log, in order, with actor and time.",
      },
    },
    {
      contracts: [sendMessage],
      code: ["rule-snapshot.store.ts"],
      rules: { "MSG-51": "The rules of the moment are stored with the message; when that fails the message is sent all the same." },
    },
    {
      contracts: [sendMessage, messageQuarantined],
      code: ["active-rules.ts", "linear-regex.ts", "commit-message.ts"],
      rules: {
        "MSG-52": "A text that a moderation rule flags is answered 201 with status PENDING and stored as QUARANTINED.",
        "MSG-53": "A message that is held back has exactly one statement of reasons.",
        "MSG-54": "A paid message that is held back keeps its escrow: the price stays held and off the balance.",
        "MSG-55": "A message that is held back does not exist for its receiver; its sender sees it as PENDING.",
        "MSG-56": "A moderation rule that is not active flags nothing.",
        "MSG-57": "The escrow of a paid message exists although the text was flagged.",
      },
    },
    {
      contracts: [messageSent],
      code: ["commit-message.ts"],
      rules: {
        "MSG-59": "A notification service that is away does not stop a send; the item appears when it is back.",
        "MSG-61": "`message.sent` carries ids, kind, status, price and currency of a message, and nothing of its text.",
      },
    },
    {
      contracts: [sendMessage],
      code: ["metrics/metrics.ts"],
      rules: { "MSG-60": "The metric `messages_sent_total` counts each send once, by kind and status." },
    },
    {
      contracts: [sendMessage],
      code: ["rate-limit.ts"],
      rules: { "MSG-62": "The eleventh send of a user in a minute is 429." },
    },
    {
      contracts: [sendMessage],
      code: ["send-once.ts", "idempotency.ts"],
      rules: {
        "MSG-64":
          "The same request with the same `Idempotency-Key` gets the same message again, also after a crash: nothing is held twice.",
      },
    },
  ],
};
