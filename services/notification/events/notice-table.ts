import type { NoticeRule } from "./notify.ts";
import { onMessageExpired } from "./on-message-expired.ts";
import { onMessageRejected } from "./on-message-rejected.ts";
import { onMessageReplied } from "./on-message-replied.ts";
import { onMessageSent } from "./on-message-sent.ts";

/** Which events become notifications (spec 6.1). A further one is a file that says whom it tells what, and its row here. */
export const noticeTable: readonly NoticeRule[] = [onMessageSent, onMessageReplied, onMessageRejected, onMessageExpired];
