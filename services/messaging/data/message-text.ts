import type { FieldCipher } from "#libs/kernel/field-cipher.ts";
import type { MessageDoc } from "./message.model.ts";

type Parties = Pick<MessageDoc, "senderId" | "receiverId">;

/** Seals and opens the texts of messages; each is bound to its id and its parties, so that it cannot be moved. */
export interface MessageTexts {
  seal(id: string, from: string, to: string, text: string): string;
  content(message: MessageDoc): string;
  /** Null when there is no reply. */
  reply(message: MessageDoc): string | null;
}

/** What is left of a text whose author has deleted the account. No sealed text looks like it. */
export const ERASED_TEXT = "";

function boundTo(id: string, from: string, to: string): string {
  return `${id}|${from}|${to}`;
}

export function messageTexts(cipher: FieldCipher): MessageTexts {
  const opened = (sealed: string, bound: string) => (sealed === ERASED_TEXT ? "" : cipher.decrypt(sealed, bound));
  return {
    seal: (id, from, to, text) => cipher.encrypt(text, boundTo(id, from, to)),
    content: ({ _id, senderId, receiverId, content }) => opened(content, boundTo(_id, senderId, receiverId)),
    reply({ reply, senderId, receiverId }: MessageDoc & Parties) {
      return reply ? opened(reply.content, boundTo(reply.id, receiverId, senderId)) : null;
    },
  };
}
