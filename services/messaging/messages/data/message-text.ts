import type { FieldCipher } from "#libs/kernel/field-cipher.ts";
import type { MessageDoc } from "../../data/message.model.ts";

/** Seals and opens the texts of messages. Each is bound to its id and its parties: moved to another message, it cannot be opened. */
export interface MessageTexts {
  seal(id: string, from: string, to: string, text: string): string;
  openContent(message: MessageDoc): string;
  /** Null when there is no reply. */
  openReply(message: MessageDoc): string | null;
}

/** Replaces a text whose author has deleted the account. A sealed text is never empty. */
export const ERASED_TEXT = "";

export function messageTexts(cipher: FieldCipher): MessageTexts {
  const open = (sealed: string, context: string) => (sealed === ERASED_TEXT ? "" : cipher.decrypt(sealed, context));
  return {
    seal: (id, from, to, text) => cipher.encrypt(text, contextOf(id, from, to)),
    openContent: ({ _id, senderId, receiverId, content }) => open(content, contextOf(_id, senderId, receiverId)),
    openReply: ({ reply, senderId, receiverId }) => (reply ? open(reply.content, contextOf(reply.id, receiverId, senderId)) : null),
  };
}

function contextOf(id: string, from: string, to: string): string {
  return `${id}|${from}|${to}`;
}
