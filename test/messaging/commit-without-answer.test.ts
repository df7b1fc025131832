import { afterAll, beforeAll, expect, it } from "@jest/globals";
import mongoose from "mongoose";
import { type MessagingFixture, messagingFixture, outcomesOf, sendFrom } from "./messaging-fixture.ts";

let fixture: MessagingFixture;
beforeAll(async () => {
  fixture = await messagingFixture();
});
afterAll(() => fixture.stop());

/** The next commit takes effect, but its answer is lost. */
function loseNextCommitAnswer(): void {
  const { connection } = fixture;
  const { startSession } = connection;
  connection.startSession = async (...options) => {
    connection.startSession = startSession;
    const session = await startSession.apply(connection, options);
    const commit = session.commitTransaction.bind(session);
    session.commitTransaction = async () => {
      session.commitTransaction = commit;
      await commit();
      throw new mongoose.mongo.MongoServerSelectionError("no answer", {} as never);
    };
    return session;
  };
}

it("MSG-31 MSG-21 counts a free message whose commit got no answer, and keeps its text", async () => {
  const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
  fixture.setConfig({ "dm.free_daily_limit": 1 });
  loseNextCommitAnswer();
  const send = (receiver: string, content: string) => outcomesOf([sendFrom(fixture, fan, receiver, { content })]);
  expect(await send(creator, "once")).toEqual({ accepted: 0, refusals: ["error.service_unavailable"] });
  expect(await fixture.documents("messages", { senderId: fan })).toHaveLength(1);

  expect((await send(creator, "once")).refusals).toEqual(["message.send.error.duplicate"]);
  expect((await send(fixture.newCreator(), "another")).refusals).toEqual(["message.send.error.free_dm_daily_limit"]);
});
