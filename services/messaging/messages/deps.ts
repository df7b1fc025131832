import { fieldCipher } from "#libs/kernel/field-cipher.ts";
import { type KeyedMutex, keyedMutex } from "#libs/kernel/keyed-mutex.ts";
import type { QuotaCounter } from "#libs/platform/counters/counter-store.ts";
import { isStoreUnavailable } from "#libs/platform/mongo/store-unavailable.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { RulesDeps } from "../rules/deps.ts";
import { createEscrowDesk, type EscrowDesk } from "../wallet/escrow/escrow-desk.ts";
import { type StatementEntries, statementEntries } from "../wallet/ledger/list-entries.ts";
import { type BlockListStore, blockListStore } from "./data/block-list.store.ts";
import { type ChatSessionStore, chatSessionStore } from "./data/chat-session.store.ts";
import { type ClosingStore, closingStore } from "./data/closing.store.ts";
import { type MessageStore, messageStore } from "./data/message.store.ts";
import { type MessageListStore, messageListStore } from "./data/message-list.store.ts";
import { type MessageTexts, messageTexts } from "./data/message-text.ts";
import { type StatusLogStore, statusLogStore } from "./data/status-log.store.ts";
import { type TextGuardStore, textGuardStore } from "./data/text-guard.store.ts";
import { type UserCardStore, userCardStore } from "./data/user-card.store.ts";
import { type Parties, partiesOf } from "./parties.ts";

/** The dependencies of messages: those of the rules, the money of paid messages, and the stores. */
export interface MessagesDeps extends RulesDeps {
  /** One send of a sender and one reply of a creator at a time. Both write that user's wallet, so parallel transactions would conflict. */
  readonly mutex: KeyedMutex;
  readonly quotas: QuotaCounter;
  readonly escrow: EscrowDesk;
  readonly earnings: StatementEntries;
  readonly texts: MessageTexts;
  /** Key of the hashes that identify texts and requests. */
  readonly pseudonymKey: string;
  readonly messages: MessageStore;
  readonly messageLists: MessageListStore;
  readonly sessions: ChatSessionStore;
  readonly textGuards: TextGuardStore;
  readonly blocks: BlockListStore;
  readonly parties: Parties;
  readonly statusLog: StatusLogStore;
  readonly userCards: UserCardStore;
  readonly closings: ClosingStore;
}

export function messagesDeps({ counters, env }: Runtime, rules: RulesDeps): MessagesDeps {
  const { clock, config, database, faults } = rules;
  return {
    ...rules,
    mutex: keyedMutex({ failsWaiters: isStoreUnavailable }),
    quotas: counters.quotas,
    escrow: createEscrowDesk({ database, clock, config }),
    earnings: statementEntries(database, clock),
    texts: messageTexts(fieldCipher(env.secrets.contentKeys)),
    pseudonymKey: env.secrets.pseudonymKey,
    messages: messageStore(database),
    messageLists: messageListStore(database, { clock, faults }),
    sessions: chatSessionStore(database),
    textGuards: textGuardStore(database),
    blocks: blockListStore(database),
    parties: partiesOf(rules.services),
    statusLog: statusLogStore(database),
    userCards: userCardStore(database),
    closings: closingStore(database),
  };
}
