import { checkUsername, claimCreatorIdentity, releaseCreatorIdentity, settleCreatorIdentity } from "#libs/contracts/account/index.ts";
import {
  abandonKyc,
  creatorCreated,
  creatorVacation,
  discoverCategory,
  getKyc,
  getPublicBio,
  getVacation,
  kycUpdated,
  levelChanged,
  setKycStatus,
  setLevel,
  setVacation,
  startKyc,
  submitKyc,
  upgrade,
} from "#libs/contracts/creator/index.ts";
import { sendMessage } from "#libs/contracts/messaging/index.ts";
import type { Area } from "../area.ts";

export const vacation: Area = {
  title: "Vacation of a creator",
  sections: ["4.2", "3.1"],
  groups: [
    {
      contracts: [setVacation],
      code: ["domain/vacation.ts"],
      rules: {
        "VAC-01": "An ACTIVE creator who enters is on VACATION with `vacationMode` true, a start of now and no end.",
        "VAC-02": "The start and the end that are given are stored as these instants.",
        "VAC-03": "A vacation without `endDate` is open-ended, also when there was an end before.",
        "VAC-04": "A creator on VACATION who leaves is ACTIVE again, with `vacationMode` false and both dates null.",
        "VAC-05": "Leaving ignores the dates that come with it, in any order.",
        "VAC-06": "An end equal to the start is 400 `creator.vacation.invalid_date_range`.",
        "VAC-07": "An end before the start is 400 `creator.vacation.invalid_date_range`.",
        "VAC-08": "Start and end are compared as instants: equal ones with different offsets are refused, however they are written.",
        "VAC-09": "An end without a start is accepted, even in the past: the check needs both dates.",
        "VAC-17": "A SUSPENDED creator who enters stays SUSPENDED; only `vacationMode` and the dates change.",
        "VAC-18": "A BANNED or DEACTIVATED creator keeps that status, entering and leaving.",
        "VAC-19": "A SUSPENDED creator who leaves stays SUSPENDED and does not become ACTIVE.",
        "VAC-20": "Entering once more is 200: the status stays VACATION and the dates are replaced.",
        "VAC-21": "Leaving without a vacation is 200: the status stays ACTIVE and the dates null.",
      },
    },
    {
      contracts: [setVacation],
      code: ["require-profile.ts"],
      rules: {
        "VAC-10": "A request without `enabled` is 400 `VALIDATION_FAILED` with details.",
        "VAC-11": "`enabled` must be true or false; a string, a number or null is 400.",
        "VAC-12": "Dates must be ISO 8601; a date without a time is accepted, anything else is 400.",
        "VAC-13": "The vacation of another creator, or of an id that does not exist, is 403 and nothing changes.",
        "VAC-14": "A caller without a creator profile is 403.",
        "VAC-15": "The form is checked first (400), then the ownership (403), then the order of the dates (400).",
        "VAC-16": "An anonymous caller is 401, for writing and for reading.",
      },
    },
    {
      contracts: [setVacation],
      code: ["vacation.store.ts"],
      rules: {
        "VAC-22":
          "A vacation is one update, conditional on the status it was decided on: a suspension at the same time never ends as ACTIVE or VACATION.",
        "VAC-32":
          "Of fourteen changes of one creator at once each is made; none is refused as a conflict, however many processes there are.",
        "VAC-23": "Each success leaves one audit line with who did it and the old and new values; a refusal leaves none.",
      },
    },
    {
      contracts: [getVacation],
      code: ["require-profile.ts"],
      rules: { "VAC-24": "Only the owner reads `creatorStatus`, `vacationMode`, `vacationStart` and `vacationEnd`." },
    },
    {
      contracts: [getPublicBio],
      code: ["public-page.ts"],
      rules: {
        "VAC-25":
          "While `vacationMode` is on the public page says `dmActive` false for any stored value; after the vacation it shows the stored value again.",
        "VAC-27": "A SUSPENDED creator with `vacationMode` shows `dmActive` false and cannot be sent messages.",
      },
    },
    {
      contracts: [sendMessage],
      code: ["send-checks.ts"],
      rules: { "VAC-26": "A message to a creator on vacation is 400 `message.send.error.vacation`; after the vacation it is sent." },
    },
    {
      contracts: [creatorVacation],
      code: ["vacation-view.ts"],
      rules: {
        "VAC-28":
          "Each success is published once as `creator.vacation`, with creator, user, `enabled`, the status and both dates as they are now.",
        "VAC-29": "A refused request publishes nothing, audits nothing and changes nothing.",
      },
    },
    {
      code: ["end-due-vacations.ts", "creator/jobs.ts"],
      rules: {
        "VAC-30":
          "A vacation whose end has passed ends by itself within a minute, unless `creator.vacation_auto_end` is off; protected statuses stay as they are.",
      },
    },
    {
      contracts: [discoverCategory],
      code: ["discovery.store.ts"],
      rules: { "VAC-31": "A creator on vacation is not in discovery, and comes back after it." },
    },
  ],
};

export const upgrades: Area = {
  title: "Becoming a creator",
  sections: ["4.3", "3.2"],
  groups: [
    {
      contracts: [upgrade],
      code: ["new-creator.ts", "run-upgrade.ts"],
      rules: {
        "UPG-01": "A user with a username who sends an empty body becomes a creator: 201 with `creatorId` and `bioPageUrl`.",
        "UPG-02": "The new profile has level BRONZE, identity check NOT_STARTED and status ACTIVE.",
        "UPG-03": "The new creator has a published bio page whose `templateId` is the `themeId` that was given, else null.",
        "UPG-05": "`bioPageUrl` is the setting `site.public_host` and the username.",
        "UPG-23": "An anonymous caller cannot become a creator: 401.",
        "UPG-24": "A success leaves one audit line.",
      },
    },
    {
      contracts: [upgrade, claimCreatorIdentity],
      code: ["username.ts"],
      rules: {
        "UPG-04": "The user's intent becomes CREATOR.",
        "UPG-06": "A user without a username who gives none is 400 `creator.upgrade.username_required`.",
        "UPG-07": "Without a username in the body the user's own is used.",
        "UPG-08": "A username is trimmed and lowercased before it is stored and answered.",
        "UPG-09": "A username consists of lowercase letters, digits, dots, underscores and hyphens; any other is 400.",
        "UPG-10": "A username has at most 100 characters, else 400; an empty one counts as none.",
        "UPG-11": "A display name has at most 100 characters, else 400; it replaces that of the user.",
        "UPG-26": "A username that was given up is held for its former user for 30 days (`auth.username_hold_days`), then it is free.",
      },
    },
    {
      contracts: [checkUsername],
      code: ["username.ts"],
      rules: {
        "UPG-29": "Before the upgrade a name is called available, or taken (also on hold), reserved or invalid, by the same rules.",
      },
    },
    {
      contracts: [upgrade],
      code: ["upgrade-request.ts"],
      rules: {
        "UPG-12": "A first bio has at most 500 characters, else 400; it is the text of the page.",
        "UPG-13": "Without a bio the page shows the display name (the new one, if one was given), else nothing.",
        "UPG-14": "A theme id has at most 50 characters, else 400.",
      },
    },
    {
      contracts: [upgrade, claimCreatorIdentity],
      code: ["username.ts"],
      rules: {
        "UPG-15": "A reserved username, in any letter case and with spaces around it, is 409 `creator.upgrade.username_unavailable`.",
        "UPG-16": "A reserved name is refused also when it comes from the user's own record.",
        "UPG-28":
          "A name that reads like a reserved one (`root.`, `_admin`, `adm1n`) is reserved, too, and so are `__proto__` and `constructor`.",
        "UPG-17":
          "The username of another user is 409 `creator.upgrade.username_unavailable`; of many who want one name exactly one gets it.",
      },
    },
    {
      contracts: [upgrade],
      code: ["begin-upgrade.ts", "upgrade-saga.store.ts"],
      rules: {
        "UPG-18": "A second upgrade is 409 `creator.upgrade.already_creator`; the same idempotency key gets the first answer.",
        "UPG-19": "A user who is already a creator gets that error before any about usernames.",
        "UPG-20": "Of twenty upgrades of one user at once exactly one is 201, the others are 409; there is one profile and one page.",
        "UPG-27": "Thirty upgrades of one user at once delay no other request, and each is answered within five seconds.",
        "UPG-21": "The token of a user who no longer exists is 404 `creator.upgrade.user_not_found`.",
      },
    },
    {
      contracts: [claimCreatorIdentity, releaseCreatorIdentity, settleCreatorIdentity],
      code: ["run-upgrade.ts", "creator-identity.ts", "finish-upgrades.ts"],
      rules: {
        "UPG-22":
          "An upgrade that fails or crashes midway leaves no profile, no page and the user as before; a job undoes or finishes it, and no reader sees half of it.",
      },
    },
    {
      contracts: [creatorCreated],
      code: ["run-upgrade.ts"],
      rules: { "UPG-25": "A new creator is published once as the event `creator.created`, with creator, user and username." },
    },
  ],
};

export const identityChecks: Area = {
  title: "Identity checks",
  sections: ["2.2"],
  groups: [
    {
      contracts: [startKyc, getKyc, submitKyc, abandonKyc, setKycStatus, kycUpdated],
      code: ["domain/kyc.ts", "move-kyc.ts"],
      rules: {
        "KYC-01":
          "An identity check follows its allowed transitions only (else 409 `creator.kyc.invalid_status`), each published as `creator.kyc_updated`; payouts need APPROVED.",
      },
    },
  ],
};

export const levels: Area = {
  title: "Levels of creators",
  sections: ["2.2"],
  groups: [
    {
      contracts: [setLevel, levelChanged],
      code: ["domain/level.ts", "review-levels.ts", "change-level.ts"],
      rules: {
        "LVL-01":
          "The level follows the paid answers and the reply rate of 90 days: up at once, down by one a month, unless pinned; it changes the commission of later messages only.",
      },
    },
  ],
};
