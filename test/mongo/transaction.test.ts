import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import mongoose, { type Connection, type Model, Schema } from "mongoose";
import { AppError } from "#libs/errors/app-error.ts";
import { createIndexes } from "#libs/platform/mongo/connect.ts";
import { isStoreUnavailable } from "#libs/platform/mongo/store-unavailable.ts";
import { afterCommit, type Transaction, transactionOn } from "#libs/platform/mongo/transaction.ts";
import { eventually } from "../support/eventually.ts";
import { dropAndClose, freshDatabase } from "./database-fixture.ts";

interface Account {
  _id: string;
  balance: bigint;
}

const schema = new Schema<Account>({ _id: String, balance: BigInt }, { versionKey: false });

describe("transaction", () => {
  let connection: Connection;
  let accounts: Model<Account>;
  let transaction: Transaction;

  beforeAll(async () => {
    connection = freshDatabase();
    accounts = connection.model<Account>("Account", schema, "accounts");
    transaction = transactionOn(connection);
    await accounts.createCollection();
    await createIndexes(connection);
  });
  afterAll(() => dropAndClose(connection));

  const balance = async (_id: string) => (await accounts.findById(_id).lean())?.balance;

  it("commits all writes and returns what the work returned", async () => {
    const answer = await transaction(async (session) => {
      await accounts.create(
        [
          { _id: "a", balance: 10n },
          { _id: "b", balance: 0n },
        ],
        { session, ordered: true },
      );
      return "done";
    });
    expect([answer, await balance("a"), await balance("b")]).toEqual(["done", 10n, 0n]);
  });

  it("aborts all writes when the work throws, and rethrows the error", async () => {
    const refusal = new AppError("error.conflict");
    const moved = transaction(async (session) => {
      await accounts.updateOne({ _id: "a" }, { $inc: { balance: -10n } }, { session });
      throw refusal;
    });
    await expect(moved).rejects.toBe(refusal);
    expect(await balance("a")).toBe(10n);
  });

  it("calls back once after the commit, never after an abort", async () => {
    const told: string[] = [];
    const metAnother = new mongoose.mongo.MongoError("met another one");
    metAnother.addErrorLabel("TransientTransactionError");
    let runs = 0;
    await transaction(async (session) => {
      runs += 1;
      await accounts.updateOne({ _id: "a" }, { $inc: { balance: 0n } }, { session });
      afterCommit(session, () => told.push(`run ${runs}`));
      expect(told).toEqual([]);
      if (runs === 1) throw metAnother;
    });
    expect(told).toEqual(["run 2"]);
    const undone = transaction(async (session) => {
      afterCommit(session, () => told.push("undone"));
      throw new AppError("error.conflict");
    });
    await expect(undone).rejects.toThrow(AppError);
    expect(told).toEqual(["run 2"]);
  });

  it("M1 retries on conflict: forty parallel transfers lose nothing", async () => {
    await transaction((session) =>
      accounts.create(
        [
          { _id: "from", balance: 40n },
          { _id: "to", balance: 0n },
        ],
        { session, ordered: true },
      ),
    );
    await Promise.all(
      Array.from({ length: 40 }, () =>
        transaction(async (session) => {
          await accounts.updateOne({ _id: "from" }, { $inc: { balance: -1n } }, { session });
          await accounts.updateOne({ _id: "to" }, { $inc: { balance: 1n } }, { session });
        }),
      ),
    );
    expect([await balance("from"), await balance("to")]).toEqual([0n, 40n]);
  });

  it("ends at its time limit, commits nothing afterwards, and counts as an unavailable store", async () => {
    const hurried = transactionOn(connection, 100);
    let finished = false;
    const late = hurried(async (session) => {
      await accounts.updateOne({ _id: "a" }, { $set: { balance: 99n } }, { session });
      await pause(250);
      finished = true;
    }).catch((error: unknown) => error);
    expect(isStoreUnavailable(await late)).toBe(true);
    expect(finished).toBe(false);
    // Conflicts with the late transaction until that is aborted.
    await transaction((session) => accounts.updateOne({ _id: "a" }, { $inc: { balance: 1n } }, { session }));
    expect([finished, await balance("a")]).toEqual([true, 11n]);
  });

  it("lends the session of a transaction that an outage has ended again only after it is killed", async () => {
    const client = connection.getClient();
    const used: string[] = [];
    client.on("commandStarted", ({ commandName, command }) => used.push(`${commandName} ${command.lsid?.id.toString("hex")}`));
    const kill = Promise.withResolvers<void>();
    const slow = jest.spyOn(client, "db").mockReturnValue({ command: () => kill.promise } as never);
    let ended = "";
    const lost = transaction(async (session) => {
      ended = `${session.id?.id.toString("hex")}`;
      await accounts.findById("a", null, { session });
      throw new mongoose.mongo.MongoNotConnectedError("lost");
    });
    await expect(lost).rejects.toThrow("lost");
    slow.mockRestore();
    used.length = 0;
    const findOne = () => accounts.findById("a");
    await findOne();
    expect(used).toEqual([expect.stringMatching(/^find /)]);
    expect(used).not.toContain(`find ${ended}`);
    kill.resolve();
    await eventually(async () => {
      await findOne();
      expect(used).toContain(`find ${ended}`);
    });
  });
});
