import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { UserStatus } from "#libs/contracts/account/terms.ts";
import type { CreatorLevel, CreatorStatus, KycStatus } from "#libs/contracts/creator/terms.ts";

type States<State extends string> = Readonly<
  Record<State, { readonly kind: "good" | "warn" | "danger" | "neutral"; readonly text: TextKey }>
>;

const USER_STATES: States<UserStatus> = {
  ACTIVE: { kind: "good", text: "page.staffPeople.active" },
  SUSPENDED: { kind: "warn", text: "page.console.userSuspended" },
  BANNED: { kind: "danger", text: "page.console.userBanned" },
  DEACTIVATED: { kind: "warn", text: "page.console.userLeaving" },
  DELETED: { kind: "neutral", text: "page.console.userDeleted" },
};

const CREATOR_STATES: States<CreatorStatus> = {
  ACTIVE: { kind: "good", text: "page.staffPeople.active" },
  VACATION: { kind: "neutral", text: "page.creator.away" },
  SUSPENDED: { kind: "warn", text: "page.console.userSuspended" },
  BANNED: { kind: "danger", text: "page.console.userBanned" },
  DEACTIVATED: { kind: "neutral", text: "page.staffPeople.deactivated" },
};

const KYC_STATES: States<KycStatus> = {
  NOT_STARTED: { kind: "neutral", text: "page.identity.none" },
  IN_PROGRESS: { kind: "neutral", text: "page.identity.begun" },
  IN_REVIEW: { kind: "warn", text: "page.identity.review" },
  APPROVED: { kind: "good", text: "page.identity.confirmed" },
  REJECTED: { kind: "danger", text: "page.identity.refused" },
  RESUBMISSION_REQUIRED: { kind: "warn", text: "page.identity.incomplete" },
  EXPIRED: { kind: "warn", text: "page.identity.expired" },
};

export const LEVEL_TEXTS: Readonly<Record<CreatorLevel, TextKey>> = {
  BRONZE: "page.staffPeople.bronze",
  SILVER: "page.creator.silver",
  GOLD: "page.creator.gold",
  PLATINUM: "page.creator.platinum",
  DIAMOND: "page.creator.diamond",
};

const textsOf = <State extends string>(states: States<State>): Readonly<Record<string, TextKey>> =>
  Object.fromEntries(Object.entries<{ readonly text: TextKey }>(states).map(([state, { text }]) => [state, text]));

/** The states as options of a filter. */
export const USER_OPTIONS = textsOf(USER_STATES);
export const CREATOR_OPTIONS = textsOf(CREATOR_STATES);
export const KYC_OPTIONS = textsOf(KYC_STATES);

function badgeOf<State extends string>(states: States<State>) {
  return function State({ state }: { readonly state: State }): VNode {
    const { kind, text } = states[state];
    return <Badge kind={kind}>{useReader().t(text)}</Badge>;
  };
}

export const UserState = badgeOf(USER_STATES);
export const CreatorState = badgeOf(CREATOR_STATES);
export const KycState = badgeOf(KYC_STATES);
