import type { Database } from "#libs/platform/mongo/database.ts";
import type { PersonalData } from "#libs/platform/personal-data/personal-data.ts";
import { retained } from "#libs/platform/personal-data/rows.ts";
import { auditLineView, auditTrail, IMPERSONAL, OUTBOX_WITHOUT_NAMES } from "#libs/platform/personal-data/shared-collections.ts";
import { adminTrail } from "./data/admin-trail.store.ts";
import { configAudit } from "./data/config-audit.store.ts";

/** The personal data of this service: the administrator behind each change. */
export function configPersonalData(database: Database): PersonalData {
  return {
    rows: [
      retained(
        database.collection(configAudit),
        "ACCOUNTABILITY",
        ({ userId }) => ({ changedBy: userId }),
        ({ key, changedAt }) => ({ key, changedAt }),
      ),
      retained(
        database.collection(adminTrail),
        "ACCOUNTABILITY",
        ({ userId, creatorId }) => ({
          $or: [{ actor: userId }, { target: { $in: [userId, ...(creatorId === null ? [] : [creatorId])] } }],
        }),
        auditLineView,
      ),
      auditTrail(database),
    ],
    impersonal: {
      ...IMPERSONAL,
      heartbeats: "when the next one leaves",
      outbox: OUTBOX_WITHOUT_NAMES,
      config_values: "settings of the platform",
      config_revision: "a counter",
      feature_flags: "settings of the platform",
      kill_switches: "settings of the platform",
      process_reports: "figures of processes",
      alarms: "states of the system",
    },
  };
}
