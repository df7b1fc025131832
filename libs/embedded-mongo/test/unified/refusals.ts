/**
 * Tests that fail because the server refuses a feature on purpose; its README lists them. A failure that is not listed here is a mistake.
 */
export interface Refusal {
  /** A part of the path of the file. */
  readonly file: string;
  /** A part of the description of the test; every test of the file if it is missing. */
  readonly test?: string;
  readonly reason: string;
}

const REFUSALS: readonly Refusal[] = [
  { file: "changeStreams", reason: "change streams are refused" },
  { file: "change-streams", reason: "change streams are refused" },
  { file: "timeseries-collection", reason: "time-series collections are refused" },
  { file: "createSearchIndex", reason: "search indexes are a service, not a part of the server" },
  { file: "modifyCollection-errorResponse", test: "prepareUnique", reason: "prepareUnique of an index is refused" },
  { file: "modifyCollection-pre_and_post_images", test: "disabled", reason: "images for change streams are refused" },
  { file: "createCollection-pre_and_post_images", reason: "images for change streams are refused" },
  { file: "runCursorCommand", test: "tailable", reason: "tailable cursors are refused" },
];

/** The server's messages for a command, an option, a stage or an operator that it does not know or does not support. */
const UNKNOWN =
  /is an unknown field\.$|no such command|Unrecognized (pipeline stage|expression)|Unknown (modifier|expression)|unknown (operator|top level operator|group operator)|is not valid for an index specification|not supported by this server/;

/** Whether a failure says that the server refuses a feature that the test uses. */
export const isRefusal = (reason: string): boolean => UNKNOWN.test(reason);

export const refusalOf = (file: string, test: string): Refusal | undefined =>
  REFUSALS.find((refusal) => file.includes(refusal.file) && (refusal.test === undefined || test.includes(refusal.test)));
