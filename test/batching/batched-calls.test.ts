import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import mongoose from "mongoose";
import { batchNameOf, MAX_BATCH_BYTES } from "#libs/contract-kit/batched-calls/call-batch.ts";
import { withBatchActions } from "#libs/contract-kit/batched-calls/run-batched.ts";
import { callerSeals } from "#libs/contract-kit/caller.ts";
import { action } from "#libs/contract-kit/contract.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { type Origin, originContext, runningRequestId } from "#libs/contract-kit/running-action.ts";
import { serviceClient } from "#libs/contract-kit/service-client.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { batcher } from "#libs/kernel/batcher.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { sealKeysOf } from "#libs/platform/bus/seal-keys.ts";
import { outcomeOf } from "../support/act-as.ts";
import { createTestRuntime } from "../support/runtime.ts";
import { PROVEN } from "../support/sealed-call.ts";

const bookSeat = action({
  name: "theater.bookSeat",
  class: "track",
  summary: "Book a seat",
  batchable: true,
  http: { method: "POST", path: "/seats", auth: "bearer" },
  params: { seat: { type: "string", max: 300_000 }, waitMs: { type: "number", default: 0 } },
  returns: {
    type: "object",
    props: { seat: { type: "string" }, userId: { type: "string" }, requestId: { type: "string" }, booked: { type: "number" } },
  },
  errors: ["error.conflict"],
});

/** The seats of each write, in the order of the writes. */
let writes: string[][] = [];
const taken = new Set<string>();
let databaseIsAway = false;

/** Books seats; refuses seats that are taken. */
const bookSeats = batcher<string, number, Origin>({
  name: bookSeat.name,
  context: originContext,
  timeoutMs: 2_000,
  async run(seats) {
    writes.push([...seats]);
    if (databaseIsAway) throw new mongoose.mongo.MongoNetworkError("away");
    return seats.map((seat) => {
      if (taken.has(seat)) return { status: "rejected", reason: new AppError("error.conflict") };
      taken.add(seat);
      return { status: "fulfilled", value: seats.length };
    });
  },
});

describe("calls that share a message", () => {
  const runtime = createTestRuntime();
  const seals = callerSeals(sealKeysOf(runtime));
  const book = implement(bookSeat, async ({ params: { seat, waitMs }, caller }) => {
    if (waitMs > 0) await pause(waitMs);
    return { seat, userId: caller.userId, requestId: runningRequestId() ?? "", booked: await bookSeats(seat) };
  });
  const theater = () => ({ name: "theater", actions: withBatchActions({ bookSeat: book }) });
  const broker = createBroker(runtime, [theater]);
  const client = serviceClient("gateway");
  /** The names of the actions called over the bus. */
  let messages: string[] = [];

  beforeAll(async () => {
    const counted = (name: string, ...rest: [never]) => {
      messages.push(name);
      return broker.call(name, ...rest);
    };
    client.bind({ call: counted as never }, [bookSeat]);
    await broker.start();
  });
  afterAll(async () => {
    await broker.stop();
    await runtime.close();
  });
  beforeEach(() => {
    [writes, messages, databaseIsAway] = [[], [], false];
    taken.clear();
  });

  interface Booking {
    readonly seat: string;
    readonly anonymous?: true;
    readonly timeout?: number;
    readonly waitMs?: number;
    readonly budgetMs?: number;
  }
  let requests = 0;
  const bookAs = (userId: string, { seat, anonymous, timeout = 5_000, waitMs = 0, budgetMs = timeout }: Booking) => {
    const requestID = `request-${++requests}`;
    const caller = { userId, sessionId: "s", roles: [], accountStatus: "ACTIVE", ...PROVEN };
    const seal = anonymous ? {} : { caller: seals.seal(caller, { action: bookSeat.name, requestId: requestID }) };
    const meta = { ...seal, sentAt: Date.now(), budgetMs };
    return client.call(bookSeat, { seat, waitMs }, { timeout, requestID, meta, tracking: false });
  };
  const outcomesOf = (bookings: readonly Booking[]) =>
    Promise.all(
      bookings.map((booking, index) => bookAs(`user-${index}`, booking).then(({ seat, userId }) => `${userId} has ${seat}`, keyOf)),
    );
  const keyOf = (error: Error & { readonly key?: string }) => error.key ?? error.name;
  const seats = (count: number): Booking[] => Array.from({ length: count }, (_, index) => ({ seat: `seat-${index}` }));

  it("SPD-15 of twenty calls an invalid, an unauthorized and a duplicate one fail each with its own error; the others have their answers", async () => {
    const bookings: Booking[] = seats(20);
    bookings[3] = { seat: "seat-3", anonymous: true };
    bookings[7] = { seat: 7 as never };
    bookings[11] = { seat: "seat-10" };
    const expected: string[] = bookings.map(({ seat }, index) => `user-${index} has ${seat}`);
    expected[3] = "error.unauthorized";
    expected[7] = "error.validation_failed";
    expected[11] = "error.conflict";
    expect(await outcomesOf(bookings)).toEqual(expected);
    expect(messages).toEqual([batchNameOf(bookSeat)]);
    expect(writes.map(({ length }) => length)).toEqual([18]);
  });

  it("SPD-15 a call that waits alone goes as its own message, and so does one with little time left", async () => {
    expect(await outcomesOf([{ seat: "one" }])).toEqual(["user-0 has one"]);
    expect(messages).toEqual([bookSeat.name]);
    messages = [];
    await outcomesOf([{ seat: "two" }, { seat: "three", timeout: 249 }, { seat: "four" }]);
    expect(messages.sort()).toEqual([bookSeat.name, batchNameOf(bookSeat)]);
  });

  it("SPD-15 a batch holds at most 64 calls and 256 KiB", async () => {
    const bookings = seats(150);
    expect(await outcomesOf(bookings)).toEqual(bookings.map(({ seat }, index) => `user-${index} has ${seat}`));
    expect(messages).toEqual(Array(3).fill(batchNameOf(bookSeat)));
    messages = [];
    const large = ["a", "b", "c"].map((letter) => ({ seat: letter.repeat(MAX_BATCH_BYTES / 2) }));
    await outcomesOf([...large, { seat: "small" }]);
    expect(messages).toEqual([bookSeat.name, bookSeat.name, batchNameOf(bookSeat)]);
  });

  it("SPD-15 while two messages are under way, calls of different turns share the next one, which waits for neither that hangs", async () => {
    const booked: Promise<unknown>[] = [];
    for (const [index, seat] of ["a", "b", "c", "d", "e"].entries()) {
      booked.push(bookAs(`user-${index}`, { seat, waitMs: index < 2 ? 1_000 : 0 }));
      await turn();
    }
    await Promise.all(booked.slice(2));
    expect(messages).toEqual([bookSeat.name, bookSeat.name, batchNameOf(bookSeat)]);
    expect(writes).toEqual([["c", "d", "e"]]);
    await Promise.all(booked);
  });

  it("SPD-15 each call of a batch counts in the bulkhead of its action", async () => {
    const many = Array.from({ length: 64 + 128 + 8 }, (_, index) => ({ seat: `seat-${index}`, waitMs: 1_000 }));
    const outcomes = await outcomesOf(many);
    expect(outcomes.filter((outcome) => outcome === "QueueIsFullError")).toHaveLength(8);
    expect(outcomes.filter((outcome) => outcome.includes(" has "))).toHaveLength(64 + 128);
  });

  it("SPD-15 each call of a batch has the seal, correlation id, time and metrics of its own", async () => {
    const figure = async () =>
      Number(/calls_total\{action="theater.bookSeat",outcome="ok"\} (\d+)/.exec(await runtime.metrics.render())?.[1]);
    const before = await figure();
    const booked = await Promise.all(seats(5).map((booking, index) => bookAs(`user-${index}`, booking)));
    expect(new Set(booked.map(({ requestId }) => requestId)).size).toBe(5);
    expect(booked.map(({ booked: together }) => together)).toEqual([5, 5, 5, 5, 5]);
    expect((await figure()) - before).toBe(5);
    const slow = { seat: "slow", waitMs: 1_000, timeout: 300 };
    expect(await outcomesOf([{ seat: "quick" }, slow])).toEqual(["user-0 has quick", "RequestTimeoutError"]);
    // The second call has used up its time budget before it is sent.
    expect(await outcomesOf([{ seat: "in time" }, { seat: "too late", budgetMs: -3_000 }])).toEqual([
      "user-0 has in time",
      "error.upstream_timeout",
    ]);
  });

  it("SPD-15 while the database is away, every call of a batch is answered 503", async () => {
    databaseIsAway = true;
    expect(await outcomesOf(seats(3))).toEqual(Array(3).fill("error.service_unavailable"));
  });

  it("SPD-15 the calls go alone to a process of an earlier release, which takes no batches", async () => {
    const former = createBroker(createTestRuntime(), [() => ({ name: "theater", actions: { bookSeat: book } })]);
    await former.start();
    const toFormer = serviceClient("gateway");
    toFormer.bind(former, [bookSeat]);
    const call = () => outcomeOf(toFormer.call(bookSeat, { seat: "any" }, { timeout: 1_000 }));
    expect(await Promise.all([call(), call()])).toEqual(["error.unauthorized", "error.unauthorized"]);
    await former.stop();
  });
});
