import { byId, objectFinder } from "#libs/platform/service/object-finder.ts";
import { messages } from "../../data/message.model.ts";
import { moderationRules } from "../../rules/data/moderation-rule.model.ts";
import { moderationAppeals } from "../data/appeal.model.ts";
import { messageReports } from "../data/report.model.ts";
import type { ModerationDeps } from "../deps.ts";

/** Internal: what an id names here, for the console. */
export const findObjectAction = ({ database }: Pick<ModerationDeps, "database">) =>
  objectFinder("messaging", {
    MESSAGE: byId(database.collection(messages)),
    REPORT: byId(database.collection(messageReports)),
    APPEAL: byId(database.collection(moderationAppeals)),
    RULE: byId(database.collection(moderationRules)),
  });
