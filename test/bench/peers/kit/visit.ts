import { createHash, randomUUID } from "node:crypto";
import { UAParser } from "ua-parser-js";

/** The body of a request that begins a visit. */
export interface Visit {
  readonly visitorId: string;
  readonly landingPage: string;
  readonly consentAnalytics?: string;
  readonly bioPageId?: string;
  readonly creatorId?: string;
  readonly referrer?: string;
  readonly utmSource?: string;
  readonly utmMedium?: string;
  readonly utmCampaign?: string;
  readonly utmTerm?: string;
  readonly utmContent?: string;
  readonly device?: string;
  readonly browser?: string;
  readonly os?: string;
  readonly osVersion?: string;
  readonly screenWidth?: number;
  readonly screenHeight?: number;
  readonly connectionType?: string;
  readonly timezone?: string;
  readonly language?: string;
  readonly trackingToken?: string;
}

const BOTS =
  /bot|crawl|spider|slurp|baidu|yandex|bing|google|facebook|twitter|linkedin|whatsapp|telegram|preview|fetch|curl|wget|python|java|php|ruby|go-http/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const REQUIRED = ["visitorId", "landingPage"];
const TEXTS = "referrer utmSource utmMedium utmCampaign utmTerm utmContent device browser os language trackingToken".split(" ");
const LONGEST: Readonly<Record<string, number>> = { osVersion: 20, connectionType: 20, timezone: 50, consentAnalytics: 50 };
const SIZES = ["screenWidth", "screenHeight"];
const LARGEST_SCREEN = 7680;
const IDS = ["bioPageId", "creatorId"];

/** The rules that a body breaks, checked by hand, without a library. */
export function brokenRules(body: unknown): string[] {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return ["body must be an object"];
  const fields = body as Readonly<Record<string, unknown>>;
  const broken: string[] = [];
  for (const name of REQUIRED) if (typeof fields[name] !== "string" || !fields[name]) broken.push(`${name} must be a string`);
  for (const name of TEXTS) if (fields[name] !== undefined && typeof fields[name] !== "string") broken.push(`${name} must be a string`);
  for (const name in LONGEST) {
    const value = fields[name];
    if (value !== undefined && (typeof value !== "string" || value.length > (LONGEST[name] ?? 0))) broken.push(`${name} is too long`);
  }
  for (const name of SIZES) {
    const value = fields[name];
    if (value !== undefined && !(Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_SCREEN)) {
      broken.push(`${name} is out of range`);
    }
  }
  for (const name of IDS) {
    const value = fields[name];
    if (value !== undefined && !(typeof value === "string" && UUID.test(value))) broken.push(`${name} must be a UUID`);
  }
  return broken;
}

/** Visits of robots, and those without consent, are answered and not stored. */
export function isStored(visit: Visit, userAgent: string): boolean {
  return !BOTS.test(userAgent) && visit.consentAnalytics === "granted";
}

export interface SessionRow {
  readonly _id: string;
  readonly createdAt: Date;
  readonly [field: string]: unknown;
}

/** The row of a visit: parsed, hashed, built. */
export function sessionRow(visit: Visit, userAgent: string): SessionRow {
  const parser = new UAParser(userAgent);
  const [device, browser, os] = [parser.getDevice(), parser.getBrowser(), parser.getOS()];
  const now = new Date();
  return {
    _id: randomUUID(),
    visitorHash: createHash("sha256").update(visit.visitorId).digest("hex"),
    landingPage: visit.landingPage,
    bioPageId: visit.bioPageId ?? null,
    creatorId: visit.creatorId ?? null,
    referrerDomain: domainOf(visit.referrer),
    utmSource: visit.utmSource ?? null,
    utmMedium: visit.utmMedium ?? null,
    utmCampaign: visit.utmCampaign ?? null,
    utmTerm: visit.utmTerm ?? null,
    utmContent: visit.utmContent ?? null,
    device: device.type === "mobile" || device.type === "tablet" ? device.type : "desktop",
    browser: browser.name ?? visit.browser ?? null,
    os: os.name ?? visit.os ?? null,
    osVersion: os.version ?? visit.osVersion ?? null,
    screenWidth: visit.screenWidth ?? null,
    screenHeight: visit.screenHeight ?? null,
    connectionType: visit.connectionType ?? null,
    timezone: visit.timezone ?? null,
    language: visit.language ?? null,
    country: null,
    city: null,
    region: null,
    continent: null,
    pageViews: 0,
    bounced: true,
    exitPage: null,
    lastActivityAt: now,
    createdAt: now,
  };
}

function domainOf(referrer: string | undefined): string {
  if (!referrer) return "direct";
  try {
    return new URL(referrer).hostname.replace(/^www\./, "") || "direct";
  } catch {
    return "direct";
  }
}
