import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { pino } from "pino";
import { eventStream } from "#gateway/stream/event-stream.ts";
import type { StreamBatch } from "#libs/contract-kit/stream.ts";

/** A response whose client reads only while `state.flowing` is true. */
function fakeResponse() {
  const written: string[] = [];
  const state = { flowing: true, destroyed: false, writableEnded: false };
  const response = Object.assign(new EventEmitter(), {
    write(text: string) {
      written.push(text);
      return state.flowing;
    },
    end() {
      state.writableEnded = true;
    },
    destroy() {
      state.destroyed = true;
    },
  });
  for (const name of ["destroyed", "writableEnded"] as const) Object.defineProperty(response, name, { get: () => state[name] });
  return { response: response as unknown as ServerResponse, emitter: response, written, state };
}

const batch = (position: number, more = false): StreamBatch => ({
  events: [{ id: `i${position}`, event: "item", data: { position } }],
  position: String(position),
  more,
});
const nothing = (position: string): StreamBatch => ({ events: [], position, more: false });
const logger = pino({ level: "silent" });

/** Lets pending promises settle. */
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe("an event stream", () => {
  it("writes events in the format of the standard, with one data line each", () => {
    const { response, written } = fakeResponse();
    const data = { text: "two\nlines\r\n\u2028 data: x" };
    const first = {
      events: [
        { id: "a", event: "item", data },
        { id: null, event: "count", data: { count: 1 } },
      ],
      position: "1",
      more: false,
    };
    eventStream({ response, first, read: async (position) => nothing(position), logger });
    expect(written).toEqual([
      "retry: 3000\n\n",
      `id: a\nevent: item\ndata: ${JSON.stringify(data)}\n\nevent: count\ndata: {"count":1}\n\n`,
    ]);
    expect(written[1]?.split("\n").filter((line) => line.startsWith("data:"))).toHaveLength(2);
  });

  it("reads on while there is more, and after each wake, always from its position", async () => {
    const { response, written } = fakeResponse();
    const positions: string[] = [];
    const read = async (position: string) => {
      positions.push(position);
      return batch(Number(position) + 1, positions.length < 3);
    };
    const stream = eventStream({ response, first: batch(1, true), read, logger });
    await settle();
    expect(positions).toEqual(["1", "2", "3"]);
    stream.wake();
    stream.wake();
    await settle();
    expect(positions).toEqual(["1", "2", "3", "4", "5"]);
    expect(written.join("").match(/^id: /gm)).toHaveLength(6);
  });

  it("sends heartbeats while there are no events, and polls without hints", async () => {
    const { response, written } = fakeResponse();
    let reads = 0;
    const read = async (position: string) => {
      reads += 1;
      return nothing(position);
    };
    const stream = eventStream({ response, first: nothing("1"), read, logger });
    for (let second = 0; second < 60; second++) {
      await jest.advanceTimersByTimeAsync(1_000);
      stream.tick();
    }
    expect(written.filter((text) => text === ":\n\n").length).toBeGreaterThanOrEqual(2);
    expect(written.filter((text) => text === ":\n\n").length).toBeLessThanOrEqual(4);
    expect(reads).toBeGreaterThanOrEqual(3);
    expect(reads).toBeLessThanOrEqual(4);
  });

  it("reads nothing while its client does not read, and goes on when it does", async () => {
    const { response, emitter, written, state } = fakeResponse();
    let reads = 0;
    const read = async (position: string) => {
      reads += 1;
      return batch(Number(position) + 1, true);
    };
    state.flowing = false;
    const stream = eventStream({ response, first: batch(1, true), read, logger });
    await settle();
    for (let times = 0; times < 10; times++) stream.wake();
    await settle();
    expect([reads, written.length]).toEqual([0, 2]);
    emitter.emit("drain");
    await settle();
    expect([reads, written.length]).toEqual([1, 3]);
  });

  it("disconnects a client that has not read for half a minute", async () => {
    const { response, state } = fakeResponse();
    state.flowing = false;
    const stream = eventStream({ response, first: batch(1), read: async (position) => nothing(position), logger });
    await jest.advanceTimersByTimeAsync(29_000);
    stream.tick();
    expect(state.destroyed).toBe(false);
    await jest.advanceTimersByTimeAsync(2_000);
    stream.tick();
    expect(state.destroyed).toBe(true);
  });

  it("disconnects a client that has not read the rest of an ended stream for half a minute", async () => {
    const { response, state } = fakeResponse();
    const stream = eventStream({ response, first: batch(1), read: async (position) => nothing(position), logger });
    stream.end();
    await jest.advanceTimersByTimeAsync(29_000);
    stream.end();
    expect(state).toMatchObject({ writableEnded: true, destroyed: false });
    await jest.advanceTimersByTimeAsync(2_000);
    stream.end();
    expect(state.destroyed).toBe(true);
  });

  it("survives a failed read and retries within four seconds", async () => {
    const { response, written } = fakeResponse();
    let reads = 0;
    const read = async (position: string) => {
      reads += 1;
      if (reads === 1) throw new Error("unavailable");
      return batch(Number(position) + 1);
    };
    const stream = eventStream({ response, first: nothing("1"), read, logger });
    stream.wake();
    await settle();
    for (let second = 0; second < 4; second++) {
      await jest.advanceTimersByTimeAsync(1_000);
      stream.tick();
    }
    await settle();
    expect(reads).toBe(2);
    expect(written.at(-1)).toContain("id: i2");
  });

  it("writes nothing after it has ended", async () => {
    const { response, written, state } = fakeResponse();
    let resolveRead = (_: StreamBatch) => {};
    const read = () =>
      new Promise<StreamBatch>((resolve) => {
        resolveRead = resolve;
      });
    const stream = eventStream({ response, first: nothing("1"), read, logger });
    stream.wake();
    await settle();
    stream.end();
    stream.end();
    resolveRead(batch(2));
    await settle();
    expect(state.writableEnded).toBe(true);
    expect(written).toEqual(["retry: 3000\n\n"]);
  });
});
