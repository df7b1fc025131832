import type { LegalGround } from "#libs/contracts/personal-data.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** A person whose data is erased or exported: a user, the ids of the user's creator data, and the hash of the user's verified address. */
export interface DataSubject {
  readonly userId: string;
  readonly creatorId: string | null;
  readonly bioPageIds: readonly string[];
  readonly addressHash: string | null;
}

/** The result of erasing or anonymizing one batch. */
interface BatchResult {
  /** Rows of the collection. */
  readonly count: number;
  /** Whether a further batch is needed. */
  readonly more: boolean;
  /** Rows of other collections that were erased with them, by collection. */
  readonly cascaded?: Readonly<Record<string, number>>;
}

/** A row as the export shows it: one piece, or several when it could be too large for a message of the bus. */
export interface ShownRow {
  readonly _id: string;
  readonly pieces: readonly object[];
}

interface Rows {
  readonly collection: string;
  /** The subject's rows with an id greater than `after`, in the order of their ids. Absent: an export leaves them out. */
  readonly show?: ((subject: DataSubject, after: string | null, limit: number) => Promise<ShownRow[]>) | undefined;
}

/** Rows that a purge erases or anonymizes. */
export interface TreatedRows extends Rows {
  readonly treatment: "ERASE" | "ANONYMIZE";
  /** Erases or anonymizes up to `limit` rows, in the transaction that also counts them. May run several times. */
  treat(tx: Tx, subject: DataSubject, limit: number): Promise<BatchResult>;
}

/** Rows that outlive the account. They name the user by id only. */
export interface RetainedRows extends Rows {
  readonly treatment: "RETAIN";
  readonly ground: LegalGround;
  count(subject: DataSubject): Promise<number>;
}

export type PersonalRows = TreatedRows | RetainedRows;

/** The personal data of a service: each of its collections is in one of the two lists. */
export interface PersonalData {
  /** In the order in which a purge processes them. A collection may appear several times, with different rows. */
  readonly rows: readonly PersonalRows[];
  /** Collections without personal data, each with the reason why they have none. */
  readonly impersonal: Readonly<Record<string, string>>;
  /** Called before each batch. While it resolves to false nothing is erased, and the batch is not done. */
  readonly beforeErasure?: ((subject: DataSubject) => Promise<boolean>) | undefined;
}

/** The part of a service schema that holds its table of personal data; a test reads it from every service. */
export interface PersonalDataParts {
  readonly personalData: PersonalData;
}
