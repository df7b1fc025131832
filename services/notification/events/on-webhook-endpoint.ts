import { endpointDisabled, endpointFailing } from "#libs/contracts/endpoint-events.ts";
import { noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

const endpointLink = (endpointId: string) => `/admin/webhooks/${endpointId}`;

/** Warns the staff who may change an endpoint that it fails. */
export const onEndpointFailing = notifyOn(endpointFailing, ({ endpointId, createdBy, userIds = [createdBy], disabledFrom }) => {
  const data = noticeData({ endpointId, disabledFrom, deepLink: endpointLink(endpointId) });
  return userIds.map((userId) => ({ userId, eventKey: "webhook_endpoint_failing", data }));
});

/** Notifies the staff who may change an endpoint that it was disabled. */
export const onEndpointDisabled = notifyOn(endpointDisabled, ({ endpointId, createdBy, userIds = [createdBy], reason }) => {
  const data = noticeData({ endpointId, reason, deepLink: endpointLink(endpointId) });
  return userIds.map((userId) => ({ userId, eventKey: "webhook_endpoint_disabled", data }));
});
