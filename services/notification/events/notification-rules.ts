import type { NotificationRule } from "./notify-on.ts";
import { onKycUpdated, onLevelChanged } from "./on-creator-standing.ts";
import { onGuardTripped } from "./on-guard-tripped.ts";
import { onMessageExpired } from "./on-message-expired.ts";
import { onMessageExpiring } from "./on-message-expiring.ts";
import { onMessageRejected } from "./on-message-rejected.ts";
import { onMessageReplied } from "./on-message-replied.ts";
import { onMessageSent } from "./on-message-sent.ts";
import { onModerationAppealDecided, onModerationReportResolved } from "./on-moderation.ts";
import {
  onChargebackClosed,
  onChargebackOpened,
  onChargebackReported,
  onChargebackWrittenOff,
  onEarningsHeld,
  onEarningsReversed,
  onTopUpChanged,
  onWalletAdjusted,
  onWalletRefunded,
} from "./on-money-back.ts";
import { onPayeeChanged } from "./on-payee-changed.ts";
import { onPayoutDestinationChanged } from "./on-payout-destination-changed.ts";
import { onPayoutProcessed } from "./on-payout-processed.ts";
import { onPayoutRequested } from "./on-payout-requested.ts";
import { onSessionOpened } from "./on-session-opened.ts";
import { onStaffFactorEnrolled } from "./on-staff-factor-enrolled.ts";
import { onStaffJoined } from "./on-staff-joined.ts";
import { onTicketAnswered } from "./on-ticket-answered.ts";
import { onUserDeletionCancelled } from "./on-user-deletion-cancelled.ts";
import { onUserDeletionRequested } from "./on-user-deletion-requested.ts";
import { onUserSecurityEvent } from "./on-user-security-event.ts";
import { onWalletClosing } from "./on-wallet-closing.ts";
import { onWalletToppedUp } from "./on-wallet-topped-up.ts";
import { onEndpointDisabled, onEndpointFailing } from "./on-webhook-endpoint.ts";

/** The complete list of events that notify users (spec 6.1). */
export const notificationRules: readonly NotificationRule[] = [
  onMessageSent,
  onMessageReplied,
  onMessageRejected,
  onMessageExpired,
  onPayoutRequested,
  onPayoutProcessed,
  onPayoutDestinationChanged,
  onPayeeChanged,
  onEndpointFailing,
  onEndpointDisabled,
  onModerationAppealDecided,
  onModerationReportResolved,
  onKycUpdated,
  onLevelChanged,
  onUserDeletionRequested,
  onUserDeletionCancelled,
  onSessionOpened,
  onUserSecurityEvent,
  onTicketAnswered,
  onMessageExpiring,
  onWalletToppedUp,
  onGuardTripped,
  onWalletClosing,
  onTopUpChanged,
  onWalletRefunded,
  onWalletAdjusted,
  onChargebackOpened,
  onChargebackReported,
  onChargebackWrittenOff,
  onChargebackClosed,
  onEarningsHeld,
  onEarningsReversed,
  onStaffFactorEnrolled,
  onStaffJoined,
];
