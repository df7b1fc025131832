import { randomUUID } from "node:crypto";
import type autocannon from "autocannon";
import type { Person } from "#deploy/demo/people.ts";
import type { BenchFixture } from "./fixture.ts";

/** The state that a connection keeps between the requests of one round. */
export interface Round {
  fan?: Person | undefined;
  messageId?: string;
}

export interface Step extends Pick<autocannon.Request, "method" | "path" | "headers" | "body"> {
  setupRequest?(request: autocannon.Request, round: Round): autocannon.Request;
  onResponse?(status: number, body: string, round: Round): void;
}

export interface Workload {
  readonly name: string;
  /** The requests that a connection repeats, in order. */
  readonly round: readonly Step[];
}

const JSON_TYPE = { "content-type": "application/json" };
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const as = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

/** The workloads. A paid message is always followed by its reply, because a fan may have only one open message with a creator. */
export function workloads(fixture: BenchFixture): readonly Workload[] {
  const { fans, free, paid, analyticsSessionIds, bioPageId, platform } = fixture;
  // No fan is in two rounds at once, because a fan may have only one open message with a creator.
  const idleFans = [...fans];
  const fanOf = (round: Round): Person => {
    round.fan ??= idleFans.shift();
    if (!round.fan) throw new Error("more rounds than fans");
    return round.fan;
  };
  const release = ({ fan }: Round) => {
    if (fan) idleFans.push(fan);
  };
  const read = (path: string): Step => ({ method: "GET", path });
  const track = (path: string, body: () => object): Step => ({
    method: "POST",
    path,
    headers: { ...JSON_TYPE, ...BROWSER },
    setupRequest: (request) => ({ ...request, body: JSON.stringify(body()) }),
  });
  const personal = (method: "GET" | "POST", path: string, body?: () => object): Step => ({
    method,
    path,
    setupRequest: (request, round: Round) => ({
      ...request,
      headers: { ...JSON_TYPE, ...as(fanOf(round)) },
      ...(body ? { body: JSON.stringify(body()) } : {}),
    }),
  });
  const message = (to: Person, terms: object) => () => ({ receiverId: to.userId, content: randomUUID(), ...terms });
  const send: Step = {
    ...personal("POST", "/messages", message(paid, { dmType: "SINGLE_PAY", price: fixture.price })),
    onResponse(_status, body, round: Round) {
      round.messageId = (JSON.parse(body) as { data?: { messageId: string } }).data?.messageId ?? "none";
    },
  };
  const reply: Step = {
    method: "POST",
    body: JSON.stringify({ content: "a reply" }),
    setupRequest: (request, { messageId = "none" }: Round) => ({
      ...request,
      path: `/api/v1/messages/${messageId}/reply`,
      headers: { ...JSON_TYPE, ...as(paid) },
    }),
    // A fan whose message is still open cannot send another one.
    onResponse: (status, _body, round) => status === 201 && release(round),
  };
  const randomSessionId = () => analyticsSessionIds[Math.floor(Math.random() * analyticsSessionIds.length)];
  return [
    { name: "W1 analytics session", round: [track("/analytics/session", () => newVisit(randomUUID()))] },
    {
      name: "W2 page view",
      round: [track("/analytics/pageview", () => ({ sessionId: randomSessionId(), url: "https://creator.example.org/", path: "/" }))],
    },
    { name: "W3 bio view", round: [track(`/bio/${bioPageId}/view`, () => ({ visitorId: randomUUID() }))] },
    {
      name: "W4 free message",
      round: [
        { ...personal("POST", "/messages", message(free, { dmType: "FREE" })), onResponse: (_status, _body, round) => release(round) },
      ],
    },
    { name: "W5+W6 paid message, reply", round: [send, reply] },
    { name: "W7 notifications", round: [{ ...read("/notifications"), headers: as(paid) }] },
    { name: "W8 discovery", round: [read(`/discover/category/${platform}`)] },
    { name: "W9 help articles", round: [read("/public/help/articles")] },
    { name: "W10 legal text", round: [read("/legal/terms")] },
  ];
}

/** The request of a browser when a visit begins. */
export function newVisit(visitorId: string): object {
  return {
    visitorId,
    landingPage: "https://creator.example.org/",
    consentAnalytics: "granted",
    referrer: "https://www.example.org/post",
    utmSource: "newsletter",
    screenWidth: 1920,
    screenHeight: 1080,
    timezone: "Europe/Vienna",
    language: "de",
  };
}
