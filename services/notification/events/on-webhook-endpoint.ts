import { endpointDisabled, endpointFailing } from "#libs/contracts/webhook-events.ts";
import { dataOf } from "../domain/notice.ts";
import { notices } from "./notify.ts";

const linkOf = (endpointId: string) => `/admin/webhooks/${endpointId}`;

/** Warns the administrator who made an endpoint that it fails. */
export const onEndpointFailing = notices(endpointFailing, ({ endpointId, createdBy, disabledFrom }) => [
  { userId: createdBy, eventKey: "webhook_endpoint_failing", data: dataOf({ endpointId, disabledFrom, deepLink: linkOf(endpointId) }) },
]);

/** Tells that administrator that it was switched off. */
export const onEndpointDisabled = notices(endpointDisabled, ({ endpointId, createdBy, reason }) => [
  { userId: createdBy, eventKey: "webhook_endpoint_disabled", data: dataOf({ endpointId, reason, deepLink: linkOf(endpointId) }) },
]);
