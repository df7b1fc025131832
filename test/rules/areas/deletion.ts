import {
  cancelDeletion,
  deleteWithPassword,
  downloadExport,
  listAllGdprRequests,
  login,
  requestDeletion,
  requestExport,
  userDeletionRequested,
} from "#libs/contracts/account/index.ts";
import { getPublicBio } from "#libs/contracts/creator/index.ts";
import { sendMessage } from "#libs/contracts/messaging/index.ts";
import type { Area } from "../area.ts";

const SCHEDULE = "schedule-deletion.ts";
const PURGE = "purge-users.ts";

export const deletion: Area = {
  title: "Account deletion",
  sections: ["4.4", "3.3", "2.5"],
  groups: [
    {
      contracts: [deleteWithPassword],
      code: [SCHEDULE],
      rules: {
        "DEL-01": "The right password schedules the deletion: 200 with `scheduledAt`, 30 days from now.",
        "DEL-02": "The days until the deletion are the setting `gdpr.delete_grace_days` (30).",
        "DEL-03": "A password that is missing, not a string or shorter than 8 characters is 400 `VALIDATION_FAILED`.",
        "DEL-04": "An account without a password is 400 `error.user.password_required`.",
        "DEL-05": "A wrong password is 400 `error.user.password_incorrect` and changes nothing.",
        "DEL-06": "The token of a user who no longer exists is 404 `error.user.not_found`.",
        "DEL-15": "An anonymous caller cannot ask for a deletion: 401.",
        "DEL-17": "The route is deprecated, in the description and by a `Deprecation` header whose `Link` names `/gdpr/delete`.",
      },
    },
    {
      contracts: [deleteWithPassword, requestDeletion],
      code: [SCHEDULE, "gdpr-request.store.ts"],
      rules: {
        "DEL-07": "While a deletion is scheduled another request is 409 `error.user.deletion_scheduled`.",
        "DEL-08": "Both ways to ask for the deletion see each other's request.",
        "DEL-09": "The request is stored as a DELETION that is PENDING, with the same `scheduledAt`.",
        "DEL-10": "The user's status becomes DEACTIVATED; a suspended or banned user cannot get rid of that status in this way.",
        "DEL-11": "Every session ends at once: no refresh and no access token of any device works, admin sessions included.",
        "DEL-12": "Request, status and ended sessions are one transaction: when its last step fails nothing is left of it.",
        "DEL-13": "Of ten requests of one user at once one is taken and the others are 409; one row is PENDING.",
        "DEL-14": "The request leaves one audit line, without the password.",
      },
    },
    {
      contracts: [sendMessage, getPublicBio, userDeletionRequested],
      code: ["owner-status.ts", "send-checks.ts"],
      rules: {
        "DEL-16":
          "While a deletion is scheduled a message to the user is 400 `message.send.error.creator_unavailable`, the page is 404 and discovery does not list it; a cancellation brings all of it back.",
      },
    },
  ],
};

export const gdpr: Area = {
  title: "Deletion without a password, cancellation, purge and export",
  sections: ["4.4", "3.3", "2.5"],
  groups: [
    {
      contracts: [requestDeletion],
      code: [SCHEDULE],
      rules: {
        "GDP-01": "`POST /gdpr/delete` needs no password and is 201 with `requestId`, status PENDING and `scheduledAt`.",
        "GDP-02": "A second request on the same day is 429; after the window of the limit it is 409 while the first is pending.",
      },
    },
    {
      contracts: [cancelDeletion],
      rules: {
        "GDP-03":
          "`DELETE /gdpr/delete` cancels a pending request of either route: it is CANCELLED, the user is ACTIVE again, and a notice and a mail say so.",
        "GDP-04": "Without a pending request a cancellation is 404 `gdpr.error.no_pending_request`.",
        "GDP-05": "After a cancellation the deletion can be asked for again.",
        "GDP-06":
          "A cancellation brings no session back; the user signs in again. Once it ends for another reason, such as a reset, a session that a deletion has ended reads and cancels nothing.",
        "GDP-11": "Once the purge has begun a cancellation is 409 `gdpr.error.already_processing`; of both at once exactly one wins.",
      },
    },
    {
      contracts: [login],
      code: ["user-view.ts", "authorize.ts"],
      rules: {
        "GDP-07":
          "A user who signs in while the deletion is pending gets status DEACTIVATED and the date; every route but those for deletion, export and logout is 403 `auth.account.deactivated`.",
      },
    },
    {
      code: [PURGE, "account/jobs.ts", "personal-data-actions.ts"],
      rules: {
        "GDP-08":
          "On the date a job takes the request from PENDING via PROCESSING to COMPLETED: personal data is gone from every service, and the user cannot sign in any more.",
        "GDP-09": "A purge that crashes after any step is finished by another process; doing it twice changes nothing more.",
      },
    },
    {
      code: [PURGE, "messaging/personal-data.ts", "wallet/personal-data.ts"],
      rules: {
        "GDP-10":
          "Before anything is erased the open messages of the user are closed and refunded; the ledger keeps its rows without the name.",
      },
    },
    {
      contracts: [requestExport, downloadExport],
      code: ["export-users.ts", "archive-writer.ts"],
      rules: {
        "GDP-12":
          "An export is 202 and soon a JSON document with the user's data of every service; the owner alone fetches it, for seven days.",
      },
    },
    {
      contracts: [listAllGdprRequests],
      code: ["erasure-ledger.ts", PURGE],
      rules: {
        "GDP-13":
          "A finished deletion has a receipt: how many rows of each service were erased, anonymized and retained, and on which legal ground.",
      },
    },
    {
      code: ["analytics/personal-data.ts"],
      rules: { "GDP-14": "The purge deletes the visits of the user's page; the user's own visits elsewhere lose the link to the user." },
    },
  ],
};
