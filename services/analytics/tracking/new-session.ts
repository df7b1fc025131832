import { uuid } from "#libs/kernel/ids.ts";
import type { AnalyticsSessionDoc } from "../data/analytics-session.model.ts";
import type { GeoLocation } from "../domain/geo-location.ts";
import type { Client } from "../domain/parse-user-agent.ts";
import { referrerSite } from "../domain/referrer-site.ts";

/** The description of a visit by its client. */
export interface VisitRequest {
  readonly landingPage: string;
  readonly bioPageId?: string | undefined;
  readonly creatorId?: string | undefined;
  readonly referrer?: string | undefined;
  readonly utmSource?: string | undefined;
  readonly utmMedium?: string | undefined;
  readonly utmCampaign?: string | undefined;
  readonly utmTerm?: string | undefined;
  readonly utmContent?: string | undefined;
  readonly device?: string | undefined;
  readonly browser?: string | undefined;
  readonly os?: string | undefined;
  readonly osVersion?: string | undefined;
  readonly screenWidth?: number | undefined;
  readonly screenHeight?: number | undefined;
  readonly connectionType?: string | undefined;
  readonly timezone?: string | undefined;
  readonly language?: string | undefined;
}

/** Values that the server determines itself. */
interface ServerFacts {
  readonly visitorHash: string;
  readonly client: Client;
  readonly location: GeoLocation;
  readonly now: Date;
  /** Address of the platform. */
  readonly publicHost: string;
}

/** The session of a visit that begins now. Values of the server override those of the client (spec 4.5). */
export function newSession(visit: VisitRequest, { visitorHash, client, location, now, publicHost }: ServerFacts): AnalyticsSessionDoc {
  return {
    _id: uuid(),
    visitorHash,
    consent: "granted",
    landingPage: visit.landingPage,
    bioPageId: visit.bioPageId ?? null,
    creatorId: visit.creatorId ?? null,
    // The page that is visited is one of the platform, also under another name of its host.
    referrerDomain: referrerSite(visit.referrer, [publicHost, visit.landingPage]),
    utmSource: visit.utmSource ?? null,
    utmMedium: visit.utmMedium ?? null,
    utmCampaign: visit.utmCampaign ?? null,
    utmTerm: visit.utmTerm ?? null,
    utmContent: visit.utmContent ?? null,
    device: client.device ?? visit.device ?? null,
    browser: client.browser ?? visit.browser ?? null,
    os: client.os ?? visit.os ?? null,
    osVersion: client.osVersion ?? visit.osVersion ?? null,
    screenWidth: visit.screenWidth ?? null,
    screenHeight: visit.screenHeight ?? null,
    connectionType: visit.connectionType ?? null,
    language: visit.language ?? null,
    ...location,
    timezone: location.timezone ?? visit.timezone ?? null,
    pageViews: 0,
    bounced: true,
    exitPage: null,
    lastActivityAt: now,
    createdAt: now,
  };
}
