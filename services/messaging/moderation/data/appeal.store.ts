import type { AppealStatus } from "#libs/contracts/messaging/moderation-appeals.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import { type QueueState, queueState } from "#libs/platform/mongo/queue-state.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type AppealDoc, moderationAppeals } from "./appeal.model.ts";

type DecisionFields = Pick<AppealDoc, "decidedBy" | "decidedAt" | "decisionReason">;

export interface AppealStore {
  find(appealId: string): Promise<AppealDoc | null>;
  findByStatement(statementId: string): Promise<AppealDoc | null>;
  /** A page of the appeals that have the given fields; newest first. */
  list(
    filter: Partial<Pick<AppealDoc, "_id" | "senderId" | "status">>,
    page: PageRequest,
  ): Promise<{ readonly rows: AppealDoc[]; readonly total: number }>;
  /** The appeals that wait for a decision. */
  waiting(): Promise<QueueState>;
  /** Rejects with a duplicate key error when the statement has an appeal. */
  insert(appeal: AppealDoc): Promise<void>;
  /** Decides an appeal. Returns it afterwards; null when the move does not start at its status. */
  decide(tx: Tx, appealId: string, move: Move<AppealStatus>, decision: DecisionFields): Promise<AppealDoc | null>;
  /** Decides the open appeal about a message; null when there is none. */
  decideByMessage(tx: Tx, messageId: string, move: Move<AppealStatus>, decision: DecisionFields): Promise<AppealDoc | null>;
}

export function appealStore(database: Collections): AppealStore {
  const appeals = database.collection(moderationAppeals);

  const decide = (
    tx: Tx,
    filter: Partial<Pick<AppealDoc, "_id" | "messageId">>,
    { from, to }: Move<AppealStatus>,
    decision: DecisionFields,
  ) =>
    appeals.findOneAndUpdate(
      { ...filter, status: { $in: [...from] } },
      { $set: { ...decision, status: to } },
      { tx, returnDocument: "after" },
    );

  return {
    find: (_id) => appeals.findOne({ _id }),
    findByStatement: (statementId) => appeals.findOne({ statementId }),
    list: (filter, page) => findPage(appeals, filter, { sort: { createdAt: -1, _id: -1 }, page }),
    waiting: () => queueState(appeals, { status: "OPEN" }, "createdAt"),
    insert: (appeal) => appeals.insert(appeal),
    decide: (tx, _id, move, decision) => decide(tx, { _id }, move, decision),
    decideByMessage: (tx, messageId, move, decision) => decide(tx, { messageId }, move, decision),
  };
}
