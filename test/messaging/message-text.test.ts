import { expect, it } from "@jest/globals";
import { fieldCipher } from "#libs/kernel/field-cipher.ts";
import type { MessageDoc } from "#services/messaging/data/message.model.ts";
import { messageTexts } from "#services/messaging/messages/data/message-text.ts";

it("MSG-47 opens a sealed text only in its own message and between its own parties", () => {
  const texts = messageTexts(fieldCipher(new Map([["key", Buffer.alloc(32, 1)]])));
  const at = new Date(0);
  const own = { _id: "m", senderId: "fan", receiverId: "creator", content: texts.seal("m", "fan", "creator", "hello") };
  const reply = { id: "r", content: texts.seal("r", "creator", "fan", "hi"), sentAt: at };
  const open = (changes: object) => texts.openContent({ ...own, ...changes } as MessageDoc);
  const openReply = (changes: object) => texts.openReply({ ...own, reply: { ...reply, ...changes } } as MessageDoc);
  expect([open({}), openReply({})]).toEqual(["hello", "hi"]);
  for (const changes of [{ _id: "other" }, { senderId: "other" }, { receiverId: "other" }]) expect(() => open(changes)).toThrow();
  for (const changes of [{ id: "other" }, { content: own.content }]) expect(() => openReply(changes)).toThrow();
});
