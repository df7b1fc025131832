import { randomBytes } from "node:crypto";
import type { mongo } from "mongoose";
import { DAY, HOUR, utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { ERASED_TEXT } from "#services/messaging/messages/data/message-text.ts";

/** A creator whose rows grow. */
export interface GrowingCreator {
  readonly userId: string;
  readonly creatorId: string;
  readonly bioPageId: string;
}

/** Copies of a row that the product has written, each with some other fields. */
export interface Copies {
  readonly database: string;
  readonly collection: string;
  /** Selects the row to copy. */
  readonly original?: mongo.Filter<mongo.Document>;
  readonly count: number;
  change(index: number): mongo.Document;
}

const DAYS = 28;
/** The other users that rows refer to. */
const STRANGERS = 500;
const PRICE = 100n;
const NET = 80n;
/** One of three messages is paid; each of these has a top-up, and with it a hold and a release in the ledger. */
const PAID_SHARE = 3;

const hex = (bytes: number) => randomBytes(bytes).toString("hex");
const texts = (count: number) => Array.from({ length: count }, () => uuid());

interface RowsOptions {
  readonly documents: number;
  /** These creators own half of all rows. */
  readonly creators: readonly GrowingCreator[];
  /** The last used sequence number of each user and account. */
  readonly positions: ReadonlyMap<string, number>;
}

/** The rows of a platform after four weeks with a given number of messages and visits. Covers each collection that grows with them. */
export function growthRows({ documents, creators, positions }: RowsOptions): readonly Copies[] {
  const now = Date.now();
  const instant = (index: number) => new Date(now - HOUR / 60 - ((index + 1) / documents) * (DAYS * DAY - HOUR));
  const strangers = texts(STRANGERS).map((userId) => ({ userId, creatorId: uuid(), bioPageId: uuid() }));
  const owner = (index: number): GrowingCreator => {
    const half = index >> 1;
    const found = index % 2 === 0 ? creators[half % creators.length] : strangers[half % STRANGERS];
    if (!found) throw new Error("nobody owns the rows");
    return found;
  };
  const ids = {
    fans: texts(documents),
    messages: texts(documents),
    sessions: texts(documents),
    topUps: texts(documents),
    visits: texts(documents),
  };
  const idOf = (kind: keyof typeof ids, index: number) => ids[kind][index] ?? "";
  const next = nextIn(positions);
  const rows = { documents, instant, owner, idOf, next };
  return [...messageRows(rows), ...moneyRows(rows), ...notificationRows(rows), ...visitRows(rows), ...creatorRows(rows)];
}

interface Rows {
  readonly documents: number;
  instant(index: number): Date;
  owner(index: number): GrowingCreator;
  idOf(kind: "fans" | "messages" | "sessions" | "topUps" | "visits", index: number): string;
  /** The next sequence number of a user or an account. */
  next(key: string): number;
}

function nextIn(positions: ReadonlyMap<string, number>): (key: string) => number {
  const used = new Map(positions);
  return (key) => {
    const number = (used.get(key) ?? 0) + 1;
    used.set(key, number);
    return number;
  };
}

const isPaid = (index: number) => index % PAID_SHARE === 0;

function messageRows({ documents: count, instant, owner, idOf }: Rows): Copies[] {
  const database = "messaging";
  // A sealed text is bound to its message, so it cannot be copied; the text of an erased user is not sealed.
  const unsealed = { content: ERASED_TEXT, reply: { id: uuid(), content: ERASED_TEXT, sentAt: new Date() } };
  const message = (index: number) => {
    const [senderId, receiverId] = [idOf("fans", index), owner(index).userId];
    const at = instant(index);
    const terms = isPaid(index) ? {} : { dmType: "FREE", priceSnapshot: null, sentAs: "DELIVERED", freeDay: utcDay(at) };
    return {
      ...{ _id: idOf("messages", index), sessionId: idOf("sessions", index), senderId, receiverId, visibleTo: [senderId, receiverId] },
      ...{
        sentAt: at,
        expiresAt: at,
        requestHash: hex(32),
        searchContent: `message ${index}`,
        idempotencyKey: undefined,
        ...unsealed,
        ...terms,
      },
    };
  };
  const session = (index: number) => {
    const pair = [idOf("fans", index), owner(index).userId].toSorted();
    const participant = (userId: string | undefined) => ({
      userId,
      unread: 0,
      lastMessageId: idOf("messages", index),
      lastAt: instant(index),
    });
    return {
      ...{
        _id: idOf("sessions", index),
        pairKey: pair.join(":"),
        visibleTo: pair,
        lastMessageAt: instant(index),
        createdAt: instant(index),
      },
      ...{ first: participant(pair[0]), second: participant(pair[1]) },
    };
  };
  const original = { status: "COMPLETED", dmType: "SINGLE_PAY" };
  const about = (index: number) => ({ messageId: idOf("messages", index) });
  return [
    { database, collection: "messages", original, count, change: message },
    { database, collection: "chat_sessions", count, change: session },
    { database, collection: "message_status_logs", count, change: (index) => ({ ...about(index), _id: uuid(), at: instant(index) }) },
    { database, collection: "message_rule_snapshots", count, change: (index) => ({ ...about(index), _id: idOf("messages", index) }) },
    {
      database,
      collection: "user_cards",
      count,
      change: (index) => ({ _id: idOf("fans", index), username: `fan-${index}`, displayName: `Fan ${index}` }),
    },
  ];
}

function moneyRows({ documents, instant, owner, idOf, next }: Rows): Copies[] {
  const database = "messaging";
  const count = Math.ceil(documents / PAID_SHARE);
  const at = (index: number) => instant(index * PAID_SHARE);
  const partiesOf = (index: number) => ({ fanId: idOf("fans", index * PAID_SHARE), creatorId: owner(index * PAID_SHARE).userId });
  const walletOf = (index: number) => `user:${partiesOf(index).fanId}:wallet`;
  const earningsOf = (index: number) => `user:${partiesOf(index).creatorId}:earnings`;
  const transfer = (amount: bigint, from: string, to: string) => [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
  const posting = (index: number, kind: string, movement: { account: string; amount: bigint; balanceAfter: bigint; sequence: number }) => {
    const reference =
      kind === "TOPUP" ? { type: "topup", id: idOf("topUps", index) } : { type: "message", id: idOf("messages", index * PAID_SHARE) };
    return { _id: uuid(), reference, movement, createdAt: at(index) };
  };
  const payment = (index: number) => ({
    ...{ _id: idOf("topUps", index), userId: partiesOf(index).fanId, idempotencyKey: uuid(), amount: PRICE },
    ...{ providerReference: `sandbox:${idOf("topUps", index)}`, createdAt: at(index), settledAt: at(index) },
  });
  const topUp = (index: number) => ({
    ...posting(index, "TOPUP", { account: walletOf(index), amount: PRICE, balanceAfter: PRICE, sequence: 1 }),
    entries: transfer(PRICE, "external:provider", walletOf(index)),
  });
  const hold = (index: number) => ({
    ...posting(index, "HOLD", { account: walletOf(index), amount: -PRICE, balanceAfter: 0n, sequence: 2 }),
    entries: transfer(PRICE, walletOf(index), "escrow"),
  });
  const release = (index: number) => {
    const account = earningsOf(index);
    const sequence = next(account);
    const entries = [
      { account: "escrow", amount: -PRICE },
      { account, amount: NET },
      { account: "platform:fees", amount: PRICE - NET },
    ];
    return { ...posting(index, "RELEASE", { account, amount: NET, balanceAfter: NET * BigInt(sequence), sequence }), entries };
  };
  const wallet = (index: number) => ({
    _id: uuid(),
    userId: partiesOf(index).fanId,
    balance: 0n,
    held: 0n,
    sequence: 2,
    audited: null,
    createdAt: at(index),
  });
  const escrow = (index: number) => ({
    ...{ _id: uuid(), messageId: idOf("messages", index * PAID_SHARE), ...partiesOf(index), heldAt: at(index), resolvedAt: at(index) },
  });
  const ledger = { database, collection: "ledger_transactions", count };
  return [
    { database, collection: "wallets", original: { kind: "FAN" }, count, change: wallet },
    { database, collection: "escrows", original: { status: "RELEASED" }, count, change: escrow },
    { database, collection: "topups", original: { status: "SUCCEEDED" }, count, change: payment },
    { ...ledger, original: { kind: "TOPUP" }, change: topUp },
    { ...ledger, original: { kind: "HOLD" }, change: hold },
    { ...ledger, original: { kind: "RELEASE" }, change: release },
  ];
}

function notificationRows({ documents: count, instant, owner, next }: Rows): Copies[] {
  const change = (index: number) => {
    const { userId } = owner(index);
    const read = index % 3 === 0;
    const at = instant(count - 1 - index);
    return { _id: uuid(), eventId: uuid(), userId, createdAt: at, read, readAt: read ? at : null, seq: next(userId) };
  };
  return [{ database: "notification", collection: "notifications", count, change }];
}

function visitRows({ documents: count, instant, owner, idOf }: Rows): Copies[] {
  const database = "analytics";
  const [devices, countries] = [
    ["mobile", "desktop", "tablet"],
    ["DE", "AT", "US"],
  ] as const;
  // A third of the visitors return.
  const visitor = (index: number) => `visitor-${index % Math.ceil((count * 2) / 3)}`;
  const session = (index: number) => {
    const { bioPageId, creatorId } = owner(index);
    const kinds = { device: devices[index % 3], country: countries[index % 3], referrerDomain: `r${index % 20}.example.org` };
    const times = { createdAt: instant(index), lastActivityAt: instant(index) };
    return { _id: idOf("visits", index), visitorHash: visitor(index), bioPageId, creatorId, ...kinds, ...times, pageViews: 1 };
  };
  const pageView = (index: number) => ({
    ...{
      _id: uuid(),
      sessionId: idOf("visits", index),
      bioPageId: owner(index).bioPageId,
      path: `/${index % 30}`,
      enteredAt: instant(index),
    },
    ...{ linkClicked: index % 10 === 0 ? "a-link" : null, duration: index % 60, scrollDepth: index % 100, isBot: false },
  });
  const bioView = (index: number) => ({
    _id: uuid(),
    bioPageId: owner(index).bioPageId,
    visitorHash: visitor(index),
    isBot: false,
    createdAt: instant(index),
  });
  const paidMessage = (index: number) => ({ _id: uuid(), creatorUserId: owner(index).userId, sentAt: instant(index) });
  return [
    { database, collection: "analytics_sessions", count, change: session },
    { database, collection: "analytics_page_views", count, change: pageView },
    { database, collection: "bio_page_views", count, change: bioView },
    { database, collection: "paid_messages", count, change: paidMessage },
  ];
}

function creatorRows({ documents: count, instant }: Rows): Copies[] {
  const database = "creator";
  const creatorIds = texts(count);
  const profile = (index: number) => ({ _id: creatorIds[index], userId: uuid(), bioPageId: uuid(), username: `creator-${index}` });
  const account = (index: number) => ({
    _id: uuid(),
    creatorId: creatorIds[index],
    handle: `creator-${index}`,
    verifiedAt: instant(index),
  });
  const page = (index: number) => ({ _id: uuid(), creatorId: creatorIds[index] });
  return [
    { database, collection: "creator_profiles", original: { dmType: "SINGLE_PAY" }, count, change: profile },
    { database, collection: "bio_pages", original: { published: true }, count, change: page },
    { database, collection: "social_accounts", original: { verified: true }, count, change: account },
  ];
}
