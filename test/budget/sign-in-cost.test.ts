import { channel } from "node:diagnostics_channel";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { runningRequestId } from "#libs/contract-kit/running-action.ts";
import { CHROME, type Client, deviceOf, FIREFOX, loginFrom } from "#test/people/devices.ts";
import { startTestSystem, type TestSystem } from "#test/support/test-system.ts";

interface CommandEvent {
  readonly event: string;
  readonly details: { readonly commandName: string; readonly command: Readonly<Record<string, unknown>> };
}

/** A command that a request has sent. */
interface Command {
  readonly requestId: string | null;
  readonly database: unknown;
  readonly step: string;
  readonly isInTransaction: boolean;
}

const commands: Command[] = [];
const record = (message: unknown) => {
  const { event, details } = message as CommandEvent;
  const { commandName, command } = details;
  if (event !== "commandStarted") return;
  const step = `${commandName} ${String(command[commandName])}`;
  commands.push({ requestId: runningRequestId(), database: command.$db, step, isInTransaction: command.autocommit === false });
};

let system: TestSystem;
beforeAll(async () => {
  channel("mongo:command").subscribe(record);
  system = await startTestSystem();
});
afterAll(async () => {
  channel("mongo:command").unsubscribe(record);
  await system.stop();
});

/** The commands of a login in the database of accounts, up to the last one. The consumers of its event have others. */
async function commandsOf(person: { readonly email: string; readonly password: string }, client: Client): Promise<readonly Command[]> {
  const reply = await loginFrom(system, person, client);
  expect(reply.status).toBe(200);
  const { name } = system.runtime.database("account").connection;
  const own = commands.filter(({ requestId, database }) => requestId === reply.headers.get("x-request-id") && database === name);
  return own.slice(0, own.findIndex(({ step }) => step === "findAndModify users") + 1);
}

describe("the cost of a login without a second factor", () => {
  it("SGN-18 four commands from a known device, six from an unknown one, and no transaction", async () => {
    const person = await system.newUser();
    const device = deviceOf(await loginFrom(system, person));
    const clients: readonly Client[] = [{ device, userAgent: FIREFOX }, { userAgent: FIREFOX }, { userAgent: CHROME }];
    const found: (readonly Command[])[] = [];
    for (const client of clients) found.push(await commandsOf(person, client));
    const begins = ["aggregate users", "findAndModify login_failures"];
    const ends = ["insert sessions", "findAndModify users"];
    expect(found.map((each) => each.map(({ step }) => step))).toEqual([
      [...begins, ...ends],
      [...begins, "find sessions", ...ends],
      [...begins, "find sessions", "insert outbox", ...ends],
    ]);
    expect(found.flat().filter(({ isInTransaction }) => isInTransaction)).toEqual([]);
  });
});
