import type { LegalGround } from "#libs/contracts/personal-data.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

/** Whose data: a user, the ids of the user's creator data, and the hash of an address that the user has proven to own. */
export interface DataSubject {
  readonly userId: string;
  readonly creatorId: string | null;
  readonly bioPageIds: readonly string[];
  readonly addressHash: string | null;
}

/** What one bite has done. */
export interface Treated {
  /** Rows of the collection. */
  readonly count: number;
  /** Whether another bite is needed. */
  readonly more: boolean;
  /** Rows of other collections that went with them, by collection. */
  readonly also?: Readonly<Record<string, number>>;
}

/** A row as its owner gets it: one piece, or several where one could be too large for a message of the bus. */
export interface ShownRow {
  readonly _id: string;
  readonly pieces: readonly object[];
}

interface Rows {
  readonly collection: string;
  /** Rows of the subject in the order of their ids, from behind an id; absent: they are of no use to anybody but us. */
  readonly show?: ((subject: DataSubject, after: string | null, limit: number) => Promise<ShownRow[]>) | undefined;
}

/** Rows that a purge erases or anonymises. */
export interface TreatedRows extends Rows {
  readonly treatment: "ERASE" | "ANONYMISE";
  /** Takes up to so many rows, in a transaction that also counts them. May run several times. */
  treat(tx: Tx, subject: DataSubject, limit: number): Promise<Treated>;
}

/** Rows that outlive the account, with the user's id as the only trace. */
export interface RetainedRows extends Rows {
  readonly treatment: "RETAIN";
  readonly ground: LegalGround;
  count(subject: DataSubject): Promise<number>;
}

export type PersonalRows = TreatedRows | RetainedRows;

/** What a service knows about people: each of its collections is in one of the two lists. */
export interface PersonalData {
  /** In the order in which a purge takes them. A collection may have several rows of its own kind here. */
  readonly rows: readonly PersonalRows[];
  /** Collections that tell nothing about anybody, and why. */
  readonly impersonal: Readonly<Record<string, string>>;
  /** What must come to an end before anything is erased; false: call again. */
  readonly settle?: ((subject: DataSubject) => Promise<boolean>) | undefined;
}

/** What a service schema holds when its collections are accounted for; a test asks every service for it. */
export interface PersonalDataParts {
  readonly personalData: PersonalData;
}
