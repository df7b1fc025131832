import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createLogger } from "#libs/platform/log/logger.ts";
import { openAdminBrowser } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { isSignedWith, LOOPBACK } from "../webhook/fixture.ts";
import { type Receiver, startReceiver } from "../webhook/receiver.ts";

interface Line {
  readonly service?: string;
  readonly requestId?: string;
}

let system: TestSystem;
let receiver: Receiver;
const lines: Line[] = [];
const collect = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)) as Line);
    done();
  },
});

beforeAll(async () => {
  const logger = createLogger("info", {}, collect);
  system = await startTestSystem({ configOverrides: new Map([LOOPBACK]) }, "lifted", { logger });
  receiver = await startReceiver();
});

afterAll(async () => {
  await receiver.stop();
  await system.stop();
});

const newEndpoint = async (kinds: readonly string[]) => {
  const browser = await openAdminBrowser(system, await system.admin());
  return dataOf<{ secret: string }>(await browser.send("POST", "/admin/webhooks", { url: receiver.url, kinds }), 201);
};
const servicesThatLogged = (requestId: string) =>
  new Set(lines.filter((line) => line.requestId === requestId).map(({ service }) => service));

describe("one id for everything that a request causes", () => {
  it("TEL-05 the request's id is in the logs of messaging and notification, in the webhook's header and in its signed body", async () => {
    const [fan, creator, { secret }] = await Promise.all([
      system.newFan("5.00"),
      system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }),
      newEndpoint(["message.sent"]),
    ]);
    const requestId = "one-id-of-a-send";
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "one id" };
    dataOf(await fan.send("POST", "/messages", message, { headers: { "x-request-id": requestId } }), 201);

    const webhook = await eventually(() => {
      const [first] = receiver.received;
      if (!first) throw new Error("no webhook");
      return first;
    });
    expect(webhook.headers["x-correlation-id"]).toBe(requestId);
    expect(JSON.parse(webhook.body)).toMatchObject({ kind: "message.sent", correlationId: requestId });
    expect(isSignedWith(webhook, secret)).toBe(true);
    await eventually(() => expect([...servicesThatLogged(requestId)]).toEqual(expect.arrayContaining(["messaging", "notification"])));
  });

  it("TEL-05 the id is that of the job where a job is the cause", async () => {
    const creator = await system.newCreator();
    await newEndpoint(["creator.vacation"]);
    const start = new Date(system.runtime.clock.now().getTime() - 1_000).toISOString();
    const vacation = { enabled: true, startDate: start, endDate: new Date(Date.parse(start) + 60_000).toISOString() };
    dataOf(await creator.send("PATCH", `/creators/${creator.creatorId}/vacation`, vacation), 200);
    system.runtime.clock.advance(120_000);
    await system.runtime.jobs.runNow("creator.end-vacations");
    await eventually(() => {
      const ids = receiver.received
        .filter(({ body }) => JSON.parse(body).kind === "creator.vacation")
        .map(({ headers }) => String(headers["x-correlation-id"]));
      expect(ids).toContainEqual(expect.stringMatching(/^job-creator\.end-vacations-[0-9a-f-]{36}$/));
    });
  });
});
