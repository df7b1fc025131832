import { text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { type Report, reportFields } from "../domain/evaluate-alarms.ts";

interface ProcessReportDoc extends DocumentIn<typeof processReports> {}

export const processReports = defineCollection({
  name: "process_reports",
  fields: {
    /** The running process. */
    _id: text,
    ...reportFields,
  },
  indexes: [{ key: { process: 1, at: -1 } }],
  unknownFields: "drop",
});

/** The last report of each running process, and the final report of each process that no longer runs. */
export interface ProcessReportStore {
  /** Stores only the latest {@link MAX_NODES} of one process, so that invented nodes cannot displace another process. */
  save(report: Report): Promise<void>;
  list(): Promise<Report[]>;
  remove(nodes: readonly string[]): Promise<void>;
}

/** More than any system has. */
const MAX_REPORTS = 1_000;
/** Running nodes of one process, and those that have just ended. */
const MAX_NODES = 50;

export function processReportStore(database: Collections): ProcessReportStore {
  const reports = database.collection(processReports);
  return {
    async save({ node, ...report }) {
      const { upsertedCount } = await reports.updateOne({ _id: node }, { $set: report }, { upsert: true });
      if (upsertedCount === 0) return;
      const options = { sort: { at: -1 }, skip: MAX_NODES, limit: MAX_REPORTS, projection: { _id: 1 } } as const;
      const older = await reports.find<Pick<ProcessReportDoc, "_id">>({ process: report.process }, options);
      if (older.length > 0) await reports.deleteMany({ _id: { $in: older.map(({ _id }) => _id) } });
    },
    async list() {
      const found = await reports.find({}, { limit: MAX_REPORTS });
      return found.map(({ _id: node, ...report }) => ({ node, ...report }));
    },
    async remove(nodes) {
      if (nodes.length > 0) await reports.deleteMany({ _id: { $in: [...nodes] } });
    },
  };
}
