import { uuid } from "#libs/kernel/ids.ts";
import type { AnalyticsSession } from "../data/analytics-session.model.ts";
import type { Place } from "../domain/place.ts";
import { referrerDomain } from "../domain/referrer-domain.ts";
import type { Client } from "../domain/user-agent.ts";

/** What a client says of its visit. */
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

interface Found {
  readonly visitorHash: string;
  readonly client: Client;
  readonly place: Place;
  readonly now: Date;
}

/** The row of a visit that begins now. What the server found out wins over what the client says (spec 4.5). */
export function newSession(visit: VisitRequest, { visitorHash, client, place, now }: Found): AnalyticsSession {
  return {
    _id: uuid(),
    visitorHash,
    consent: "granted",
    landingPage: visit.landingPage,
    bioPageId: visit.bioPageId ?? null,
    creatorId: visit.creatorId ?? null,
    referrerDomain: referrerDomain(visit.referrer),
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
    ...place,
    timezone: place.timezone ?? visit.timezone ?? null,
    pageViews: 0,
    bounced: true,
    exitPage: null,
    lastActivityAt: now,
    createdAt: now,
  };
}
