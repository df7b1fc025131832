// Counts the visits of a creator's page. The page loads it as a script of its own.

import { isKey, randomKey } from "#libs/client/random-key.ts";
import { number, object, oneOf, text } from "../client/browser/shapes.ts";
import { browserStorage, tabStorage } from "../client/browser/storage.ts";
import { browserTimeZone } from "../client/browser/time-zone.ts";

const API = "/api/v1";
const MINUTE_MS = 60_000;
/** A visit ends after this long without a page view. */
const IDLE_MS = 30 * MINUTE_MS;
/** Tokens are accepted for at least five minutes. */
const TOKEN_MS = 4 * MINUTE_MS;
const BETWEEN_LEAVES_MS = 15_000;
const ANSWER_MS = 182 * 24 * 60 * MINUTE_MS;
const UTM = {
  utmSource: "utm_source",
  utmMedium: "utm_medium",
  utmCampaign: "utm_campaign",
  utmTerm: "utm_term",
  utmContent: "utm_content",
};

type Answer = "granted" | "denied";

const VISIT = object<{ readonly id: string; readonly at: number }>({ id: text, at: number });
const CONSENT = object<{ readonly answer: Answer; readonly until: number }>({ answer: oneOf<Answer>("granted", "denied"), until: number });

interface View {
  readonly path: string;
  /** Null until it is recorded. */
  id: string | null;
  seenMs: number;
  /** Null while the page is hidden. */
  since: number | null;
  /** Deepest scroll position in percent. */
  depth: number;
  leftAt: number;
}

const { page = "", creator = "", token = "", embed } = (document.currentScript as HTMLScriptElement | null)?.dataset ?? {};
let issued = { token, at: Date.now() };
let view: View | null = null;
let answer: Answer | null = null;

const root = document.documentElement;
if (page !== "" && root.dataset.counted === undefined && browserStorage.get("own-page") !== creator) {
  root.dataset.counted = "";
  if ("prerendering" in document && document.prerendering) document.addEventListener("prerenderingchange", whenReady, { once: true });
  else whenReady();
}

/** Starts once the document is parsed and visible. The script may run earlier, before the consent dialog and the page height exist. */
function whenReady(): void {
  if (document.readyState === "loading") document.addEventListener("readystatechange", whenReady, { once: true });
  else if (document.visibilityState === "visible") start();
  else document.addEventListener("visibilitychange", whenReady, { once: true });
}

function start(): void {
  if (embed !== undefined) {
    void post(`/bio/${page}/view`, { isEmbed: true });
    return;
  }
  answer = storedAnswer();
  // The earlier consent has expired.
  if (answer === null) forget();
  begin();
  enhanceDialog();
  document.addEventListener("click", countClick);
  document.addEventListener("auxclick", countClick);
  document.addEventListener("scroll", noteDepth, { passive: true });
  document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? resume() : leave()));
  addEventListener("pagehide", leave);
  addEventListener("pageshow", ({ persisted }) => persisted && begin());
  addEventListener("popstate", beginElsewhere);
  const push = history.pushState;
  history.pushState = (...state) => {
    push.apply(history, state);
    beginElsewhere();
  };
}

/** A view of the page. It is always counted without any id, and recorded as part of a visit only with consent. */
function begin(): void {
  view = { path: location.pathname, id: null, seenMs: 0, since: performance.now(), depth: 0, leftAt: Number.NEGATIVE_INFINITY };
  noteDepth();
  void post(`/bio/${page}/view`, document.referrer ? { referrer: document.referrer } : {});
  if (answer === "granted") void record(view);
}

function beginElsewhere(): void {
  if (view?.path === location.pathname) return;
  leave();
  begin();
}

async function record(recorded: View, linkClicked?: string): Promise<void> {
  const sessionId = await visitId();
  if (sessionId === null || answer !== "granted") return;
  tabStorage.set("visit", JSON.stringify({ id: sessionId, at: Date.now() }));
  const url = location.origin + recorded.path;
  const data = await post("/analytics/pageview", {
    sessionId,
    url,
    path: recorded.path,
    title: document.title.slice(0, 500),
    bioPageId: page,
    linkClicked,
  });
  if (linkClicked === undefined) recorded.id = (data?.id as string | null | undefined) ?? null;
}

/** The current visit, or a new one; null when it is not recorded. */
async function visitId(): Promise<string | null> {
  const known = tabStorage.getJson("visit", VISIT);
  if (known && Date.now() - known.at < IDLE_MS) return known.id;
  const visitorId = browserStorage.get("visitor", isKey) ?? randomKey();
  browserStorage.set("visitor", visitorId);
  const query = new URLSearchParams(location.search);
  const data = await post("/analytics/session", {
    visitorId,
    consentAnalytics: "granted",
    landingPage: location.origin + location.pathname,
    bioPageId: page,
    creatorId: creator,
    referrer: document.referrer || undefined,
    screenWidth: screen.width,
    screenHeight: screen.height,
    language: navigator.language,
    timezone: browserTimeZone(),
    trackingToken: await freshToken(),
    ...Object.fromEntries(Object.entries(UTM).map(([field, name]) => [field, query.get(name)?.slice(0, 255) ?? undefined])),
  });
  return (data?.id as string | null | undefined) ?? null;
}

/** No route issues tokens, so a missing or old one is replaced by fetching the page again. */
async function freshToken(): Promise<string> {
  if (issued.token !== "" && Date.now() - issued.at < TOKEN_MS) return issued.token;
  const html = await fetch(location.pathname, { headers: { accept: "text/html" } }).then((response) => response.text());
  issued = { token: /data-token="(\w+)"/.exec(html)?.[1] ?? "", at: Date.now() };
  return issued.token;
}

function noteDepth(): void {
  const way = root.scrollHeight - innerHeight;
  if (view) view.depth = Math.max(view.depth, way > 0 ? Math.min(100, Math.round((100 * scrollY) / way)) : 100);
}

function resume(): void {
  if (view) view.since ??= performance.now();
}

/** Reports how long the page was visible and how far it was read. */
function leave(): void {
  if (view?.since == null) return;
  const now = performance.now();
  view.seenMs += now - view.since;
  view.since = null;
  if (view.id === null || now - view.leftAt < BETWEEN_LEAVES_MS) return;
  view.leftAt = now;
  beacon(`/analytics/pageview/${view.id}/leave`, { duration: Math.min(3_600, Math.round(view.seenMs / 1_000)), scrollDepth: view.depth });
}

/** The report must not delay the link. */
function countClick({ target, button }: MouseEvent): void {
  const link = (target as Element | null)?.closest?.<HTMLElement>("a[data-link]")?.dataset.link;
  if (link === undefined || button > 1) return;
  beacon(`/bio/${page}/links/${link}/click`, {});
  if (view && answer === "granted") void record(view, link);
}

function enhanceDialog(): void {
  const dialog = document.getElementById("consent");
  const choices = document.getElementById("privacy-choices");
  if (!dialog || !choices) return;
  dialog.hidden = answer !== null;
  choices.classList.remove("until-script");
  choices.addEventListener("click", () => {
    dialog.hidden = false;
    dialog.querySelector("button")?.focus();
  });
  for (const button of dialog.querySelectorAll("button"))
    button.addEventListener("click", () => {
      dialog.hidden = true;
      decide(button.dataset.answer as Answer);
    });
}

function decide(given: Answer): void {
  const earlier = answer;
  answer = given;
  browserStorage.set("consent", JSON.stringify({ answer, until: Date.now() + ANSWER_MS }));
  if (given === earlier) return;
  if (given === "granted") {
    if (view) void record(view);
    return;
  }
  const visitorId = browserStorage.get("visitor", isKey);
  if (visitorId !== null) void post("/analytics/opt-out", { visitorId });
  forget();
  if (view) view.id = null;
}

function forget(): void {
  browserStorage.set("visitor", null);
  tabStorage.set("visit", null);
}

function storedAnswer(): Answer | null {
  const stored = browserStorage.getJson("consent", CONSENT);
  return stored && stored.until > Date.now() ? stored.answer : null;
}

/** The data of the response; null when the request failed. Failures are silent, because visitors cannot act on them. */
async function post(path: string, body: object): Promise<Record<string, unknown> | null> {
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch(API + path, { method: "POST", headers, body: JSON.stringify(body), keepalive: true });
    return ((await response.json()) as { data?: Record<string, unknown> }).data ?? null;
  } catch {
    return null;
  }
}

function beacon(path: string, body: object): void {
  navigator.sendBeacon(API + path, JSON.stringify(body));
}
