import type { MessagesDeps } from "../messages/deps.ts";
import { type AppealStore, appealStore } from "./data/appeal.store.ts";
import { type ReportStore, reportStore } from "./data/report.store.ts";

/** The dependencies of moderation: those of messages, appeals and reports. */
export interface ModerationDeps extends MessagesDeps {
  readonly appeals: AppealStore;
  readonly reports: ReportStore;
}

export function moderationDeps(messages: MessagesDeps): ModerationDeps {
  const { database } = messages;
  return { ...messages, appeals: appealStore(database), reports: reportStore(database) };
}
