export { type Mailbox, mailboxOf } from "#libs/providers/email/mailbox.ts";
