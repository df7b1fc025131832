import { action, event } from "#libs/contract-kit/contract.ts";
import { id, optionalTimestamp, ownCreatorId, timestamp, version } from "../shared.ts";
import { CREATOR_STATUSES } from "./terms.ts";

export const setVacation = action({
  name: "creator.setVacation",
  summary: "Enter or leave vacation mode",
  http: { method: "PATCH", path: "/creators/{creatorId}/vacation", auth: "bearer", limit: "creators_vacation" },
  params: {
    creatorId: ownCreatorId,
    enabled: { type: "boolean", description: "true enters, false leaves" },
    startDate: { type: "timestamp", optional: true, description: "Now when absent" },
    endDate: { type: "timestamp", optional: true, description: "Open-ended when absent" },
  },
  returns: null,
  errors: ["creator.error.not_owner", "creator.vacation.invalid_date_range"],
});

export const getVacation = action({
  name: "creator.getVacation",
  summary: "Read the vacation state",
  http: { method: "GET", path: "/creators/{creatorId}/vacation", auth: "bearer" },
  params: { creatorId: ownCreatorId },
  returns: {
    type: "object",
    props: {
      creatorStatus: { type: "enum", values: CREATOR_STATUSES },
      vacationMode: { type: "boolean" },
      vacationStart: optionalTimestamp,
      vacationEnd: optionalTimestamp,
    },
  },
  errors: ["creator.error.not_owner"],
});

export const creatorVacation = event({
  name: "creator.vacation",
  owner: "creator",
  summary: "A creator's vacation state was set",
  public: { fields: ["creatorId", "version", "userId", "enabled", "creatorStatus", "vacationStart", "vacationEnd", "changedAt"] },
  payload: {
    creatorId: id,
    // Events of earlier releases have neither.
    version: { ...version, optional: true },
    userId: { type: "string" },
    enabled: { type: "boolean" },
    creatorStatus: { type: "enum", values: CREATOR_STATUSES },
    vacationStart: optionalTimestamp,
    vacationEnd: optionalTimestamp,
    changedAt: { ...timestamp, optional: true },
  },
});
