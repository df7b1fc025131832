import type { Connection } from "mongoose";
import type { PersonalData } from "#libs/personal-data/personal-data.ts";
import { retained } from "#libs/personal-data/rows.ts";
import { auditTrail, IMPERSONAL, NAMELESS_OUTBOX, shownLine } from "#libs/personal-data/shared-collections.ts";
import { adminTrailModel } from "./data/admin-trail.store.ts";
import { configAuditModel } from "./data/config-audit.model.ts";

/** What this service knows about people: which administrator changed what. */
export function configPersonalData(connection: Connection): PersonalData {
  return {
    rows: [
      retained(
        configAuditModel(connection),
        "ACCOUNTABILITY",
        ({ userId }) => ({ changedBy: userId }),
        ({ key, changedAt }) => ({ key, changedAt }),
      ),
      retained(
        adminTrailModel(connection),
        "ACCOUNTABILITY",
        ({ userId, creatorId }) => ({
          $or: [{ actor: userId }, { target: { $in: [userId, ...(creatorId === null ? [] : [creatorId])] } }],
        }),
        shownLine,
      ),
      auditTrail(connection),
    ],
    impersonal: {
      ...IMPERSONAL,
      outbox: NAMELESS_OUTBOX,
      config_values: "settings of the platform",
      config_revision: "a counter",
      feature_flags: "settings of the platform",
      kill_switches: "settings of the platform",
    },
  };
}
