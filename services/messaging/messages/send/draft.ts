import type { Ctx, HandlerOf } from "#libs/contract-kit/implement.ts";
import { UNKNOWN_USER } from "#libs/contracts/account/internal.ts";
import { CREATOR_LEVELS, type CreatorLevel } from "#libs/contracts/creator/index.ts";
import type { sendMessage } from "#libs/contracts/messaging/index.ts";
import { MAX_ID_LENGTH } from "#libs/contracts/shared.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { parseMoney } from "#libs/kernel/money.ts";
import type { ConfigReader, Scope } from "#libs/platform/config/reader.ts";
import type { TextClaim } from "../data/text-guard.store.ts";
import type { MessagesDeps } from "../deps.ts";
import type { FreeLimits } from "../domain/free-dm-quota.ts";
import type { QuotedTerms } from "../domain/quote.ts";
import { clampHours, offeredWindow } from "../domain/reply-window.ts";
import { textFingerprint } from "../domain/search-content.ts";
import type { Draft, SendFacts } from "../domain/send-checks.ts";
import type { Parties } from "../parties.ts";

export type SendContext = Parameters<HandlerOf<typeof sendMessage>>[0];
export type SendRequest = Pick<
  SendContext["params"],
  "receiverId" | "content" | "dmType" | "price" | "timeoutHours" | "platform" | "country"
>;

/** The facts of the checks, and those that the stored message needs. */
export interface LoadedFacts extends SendFacts {
  readonly senderName: string | null;
  readonly creatorName: string | null;
  readonly level: CreatorLevel | null;
  /** The callers to whom settings apply: platform, region and tier of the sender. */
  readonly scope: Scope;
}

export interface MessageDraft extends Draft {
  readonly messageId: string;
  readonly now: Date;
  readonly claim: TextClaim;
  facts(): Promise<LoadedFacts>;
}

const NO_CREATOR = {
  exists: false,
  creatorStatus: null,
  dmActive: false,
  vacationMode: false,
  dmType: null,
  packagePrice: null,
  minTimeoutHours: null,
  maxTimeoutHours: null,
  level: null,
} as const;

export type DraftDeps = Pick<MessagesDeps, "clock" | "config" | "pseudonymKey" | "blocks" | "messages" | "escrow" | "parties">;

/**
 * A draft of a message. When a check needs the first of its facts, all are loaded once and in parallel. `attempt` is a keyed hash of the
 * idempotency key, null without one. With a quote the message has its terms.
 */
export function createDraft(
  ctx: Pick<Ctx<unknown>, "caller">,
  deps: DraftDeps,
  request: SendRequest,
  attempt: string | null,
  quote: QuotedTerms | null = null,
): MessageDraft {
  const { userId: senderId } = ctx.caller;
  const { receiverId, content } = request;
  const { dmType, price, timeoutHours } = quote ?? requestedTerms(request);
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
    price,
    timeoutHours,
    quote,
    now,
    claim,
    facts: once(() => loadFacts(ctx, deps, request)),
    payment: once(async () => {
      const [openPaid, wallet] = await Promise.all([deps.messages.hasOpenPaid(senderId, receiverId), deps.escrow.purse(senderId)]);
      return { openPaid, wallet };
    }),
  };
}

function requestedTerms({ dmType, price, timeoutHours }: SendRequest): Pick<Draft, "dmType" | "price" | "timeoutHours"> {
  return { dmType, price: dmType === "FREE" ? null : parseMoney(price ?? "0"), timeoutHours };
}

async function loadFacts(
  ctx: Pick<Ctx<unknown>, "caller">,
  deps: DraftDeps,
  { receiverId, platform, country }: SendRequest,
): Promise<LoadedFacts> {
  const { userId: senderId } = ctx.caller;
  const mayExist = receiverId.length <= MAX_ID_LENGTH;
  const scope: Scope = { ...(platform && { platform }), ...(country && { region: country }) };
  const { parties } = deps;
  const [sender, receiver, creator, blocked, tier] = await Promise.all([
    parties.getUser(senderId),
    mayExist ? parties.getUser(receiverId) : UNKNOWN_USER,
    mayExist ? parties.getDmSettings(receiverId) : NO_CREATOR,
    deps.blocks.exists(receiverId, senderId),
    dependsOnTier(deps.config, scope) ? getTier(parties, senderId) : "FAN",
  ]);
  return {
    sender,
    receiver,
    creator,
    blocked,
    packagePrice: creator.packagePrice === null ? null : parseMoney(creator.packagePrice),
    senderName: sender.displayName ?? sender.username,
    creatorName: receiver.displayName ?? receiver.username,
    level: creator.level,
    window: offeredWindow(creator.minTimeoutHours, creator.maxTimeoutHours),
    scope: { ...scope, tier },
  };
}

/** Whether any setting depends on the tier of the sender. Usually not, which saves a call. */
function dependsOnTier(config: ConfigReader, scope: Scope): boolean {
  const keys = ["dm.timeout_hours", "dm.free_daily_limit", "dm.free_per_creator_daily"] as const;
  return keys.some((key) => {
    const forFans = config.read(key, { ...scope, tier: "FAN" });
    return CREATOR_LEVELS.some((tier) => config.read(key, { ...scope, tier }) !== forFans);
  });
}

async function getTier(parties: Pick<Parties, "getDmSettings">, userId: string): Promise<string> {
  return (await parties.getDmSettings(userId)).level ?? "FAN";
}

/** The limits of free messages for the callers of a scope. */
export function freeLimitsOf(config: ConfigReader, scope: Scope): FreeLimits {
  return { perDay: config.read("dm.free_daily_limit", scope), perCreator: config.read("dm.free_per_creator_daily", scope) };
}

/** The platform's share of the price of a message to a creator. */
export function commissionRateOf(config: ConfigReader, { level }: LoadedFacts): number {
  return config.read(`creator.commission_${(level ?? "BRONZE").toLowerCase() as Lowercase<CreatorLevel>}`);
}

/** Hours until an unanswered message expires: the given ones, else those of the setting within the creator's reply windows. */
export function timeoutHoursOf(config: ConfigReader, { scope, window }: LoadedFacts, givenHours?: number): number {
  return givenHours ?? clampHours(config.read("dm.timeout_hours", scope), window);
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
