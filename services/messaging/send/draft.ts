import type { Scope } from "#libs/config/reader.ts";
import type { Ctx, HandlerOf } from "#libs/contract-kit/implement.ts";
import { getMessagingParties, NOBODY } from "#libs/contracts/account-internal.ts";
import { CREATOR_LEVELS, type CreatorLevel, getDmSettings } from "#libs/contracts/creator.ts";
import type { sendMessage } from "#libs/contracts/messaging.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { parseMoney } from "#libs/kernel/money.ts";
import type { TextClaim } from "../data/text-guard.store.ts";
import type { Deps } from "../deps.ts";
import type { FreeLimits } from "../domain/free-dm-quota.ts";
import { textFingerprint } from "../domain/search-content.ts";
import type { Draft, SendFacts } from "../domain/send-checks.ts";
import { isDuplicate } from "./text-claim.ts";

export type SendContext = Parameters<HandlerOf<typeof sendMessage>>[0];
export type SendRequest = Pick<SendContext["params"], "receiverId" | "content" | "dmType" | "price" | "platform" | "country">;

/** What a send needs to know, beyond what its checks ask. */
export interface LoadedFacts extends SendFacts {
  readonly senderName: string | null;
  readonly level: CreatorLevel | null;
  readonly minTimeoutHours: number | null;
  /** Part of the callers that settings are asked for. */
  readonly scope: Scope;
}

export interface MessageDraft extends Draft {
  readonly messageId: string;
  readonly now: Date;
  readonly claim: TextClaim;
  facts(): Promise<LoadedFacts>;
}

/** Ids of users are never longer; a longer one cannot exist. */
const MAX_USER_ID = 64;
const NO_CREATOR = {
  exists: false,
  creatorStatus: null,
  dmActive: false,
  vacationMode: false,
  dmType: null,
  packagePrice: null,
  minTimeoutHours: null,
  level: null,
} as const;

type DraftDeps = Pick<Deps, "clock" | "config" | "pseudonymKey" | "blocks" | "guards" | "messages" | "escrow">;

/** A draft whose facts are asked for once, all neighbours at the same time, when a check needs the first of them. */
export function draftOf(
  ctx: Pick<Ctx<unknown>, "call" | "caller">,
  deps: DraftDeps,
  request: SendRequest,
  attempt: string | null,
): MessageDraft {
  const { userId: senderId } = ctx.caller;
  const { receiverId, content, dmType } = request;
  const now = deps.clock.now();
  const messageId = uuid();
  const claim: TextClaim = {
    fingerprint: textFingerprint(deps.pseudonymKey, senderId, receiverId, content),
    messageId,
    attempt,
    now,
    windowMs: deps.config.read("messaging.duplicate_window_seconds") * SECOND,
  };
  return {
    messageId,
    senderId,
    receiverId,
    content,
    dmType,
    price: dmType === "FREE" ? null : parseMoney(request.price ?? "0"),
    now,
    claim,
    facts: once(() => loadFacts(ctx, deps, request, claim)),
    payment: once(async () => {
      const [openPaid, wallet] = await Promise.all([deps.messages.hasOpenPaid(senderId, receiverId), deps.escrow.walletState(senderId)]);
      return { openPaid, wallet };
    }),
  };
}

async function loadFacts(
  ctx: Pick<Ctx<unknown>, "call" | "caller">,
  deps: DraftDeps,
  { receiverId, platform, country }: SendRequest,
  claim: TextClaim,
): Promise<LoadedFacts> {
  const { userId: senderId } = ctx.caller;
  const mayExist = receiverId.length <= MAX_USER_ID;
  const scope: Scope = { ...(platform && { platform }), ...(country && { region: country }) };
  const [[sender, receiver], creator, blocked, duplicate, tier] = await Promise.all([
    partiesOf(ctx, senderId, mayExist ? receiverId : null),
    mayExist ? ctx.call(getDmSettings, { userId: receiverId }) : NO_CREATOR,
    deps.blocks.has(receiverId, senderId),
    isDuplicate(deps, claim),
    tierMatters(deps.config, scope) ? tierOf(ctx, senderId) : "FAN",
  ]);
  return {
    sender,
    receiver,
    creator,
    blocked,
    duplicate,
    packagePrice: creator.packagePrice === null ? null : parseMoney(creator.packagePrice),
    senderName: sender.displayName ?? sender.username,
    level: creator.level,
    minTimeoutHours: creator.minTimeoutHours,
    scope: { ...scope, tier },
  };
}

/** Sender and receiver, by one question. */
async function partiesOf(ctx: Pick<Ctx<unknown>, "call">, senderId: string, receiverId: string | null) {
  const userIds = receiverId === null ? [senderId] : [senderId, receiverId];
  const { parties } = await ctx.call(getMessagingParties, { userIds });
  const [sender = NOBODY, receiver = NOBODY] = parties;
  return [sender, receiver] as const;
}

/** Spares a question: the sender's level is of interest only while some setting depends on it. */
function tierMatters(config: Deps["config"], scope: Scope): boolean {
  const keys = ["dm.timeout_hours", "dm.free_daily_limit", "dm.free_per_creator_daily"] as const;
  return keys.some((key) => {
    const forFans = config.read(key, { ...scope, tier: "FAN" });
    return CREATOR_LEVELS.some((tier) => config.read(key, { ...scope, tier }) !== forFans);
  });
}

async function tierOf(ctx: Pick<Ctx<unknown>, "call">, userId: string): Promise<string> {
  return (await ctx.call(getDmSettings, { userId })).level ?? "FAN";
}

/** Limits of free messages for a part of the callers. */
export function freeLimitsOf(config: Deps["config"], scope: Scope): FreeLimits {
  return { perDay: config.read("dm.free_daily_limit", scope), perCreator: config.read("dm.free_per_creator_daily", scope) };
}

/** Hours until an unanswered message expires; what the sender asks for comes first. */
export function timeoutHoursOf(config: Deps["config"], { scope, minTimeoutHours }: LoadedFacts, asked?: number): number {
  return asked ?? Math.max(config.read("dm.timeout_hours", scope), minTimeoutHours ?? 0);
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
