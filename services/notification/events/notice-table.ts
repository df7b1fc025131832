import type { NoticeRule } from "./notify.ts";
import { onKycUpdated, onLevelChanged } from "./on-creator-standing.ts";
import { onMessageExpired } from "./on-message-expired.ts";
import { onMessageRejected } from "./on-message-rejected.ts";
import { onMessageReplied } from "./on-message-replied.ts";
import { onMessageSent } from "./on-message-sent.ts";
import { onModerationAppealDecided, onModerationReportResolved } from "./on-moderation.ts";
import { onPayoutProcessed } from "./on-payout-processed.ts";
import { onUserDeletionRequested } from "./on-user-deletion-requested.ts";
import { onEndpointDisabled, onEndpointFailing } from "./on-webhook-endpoint.ts";

/** Which events become notifications (spec 6.1). A further one is a file that says whom it tells what, and its row here. */
export const noticeTable: readonly NoticeRule[] = [
  onMessageSent,
  onMessageReplied,
  onMessageRejected,
  onMessageExpired,
  onPayoutProcessed,
  onEndpointFailing,
  onEndpointDisabled,
  onModerationAppealDecided,
  onModerationReportResolved,
  onKycUpdated,
  onLevelChanged,
  onUserDeletionRequested,
];
