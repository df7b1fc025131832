import type { Reply } from "../support/http.ts";

/** Status and key of an error as one text: "400 message.send.error.blocked". The status alone for a success. */
export function refusalOf({ status, body }: Reply): string {
  return body?.success === false ? `${status} ${body.error.i18nKey ?? body.error.code}` : `${status}`;
}

export const INVALID = "400 error.validation_failed";

/** The differences between a reply and the error envelope of spec 2.1; empty when it fits exactly. */
export function envelopeFaults({ status, body }: Reply): string[] {
  if (status < 400) return [`${status} is not an error`];
  const faults: string[] = [];
  const check = (isWrong: boolean, fault: string) => void (isWrong && faults.push(fault));
  const { error } = body ?? {};
  check(Object.keys(body ?? {}).join() !== "success,error" || body.success !== false, "not exactly {success:false,error}");
  if (!error) return faults;
  const known = ["code", "message", "i18nKey", "i18nVars", "details", "correlationId"];
  check(
    Object.keys(error).some((field) => !known.includes(field)),
    `fields ${Object.keys(error).join()}`,
  );
  for (const field of ["code", "message", "correlationId"] as const) {
    check(typeof error[field] !== "string" || error[field] === "", `${field} is not a text`);
  }
  check("i18nKey" in error && typeof error.i18nKey !== "string", "i18nKey is not a string");
  check("i18nVars" in error && (typeof error.i18nVars !== "object" || error.i18nVars === null), "i18nVars is not an object");
  check(
    "details" in error && !(error.details ?? []).every((detail) => Object.keys(detail).join() === "message"),
    "details are not {message}",
  );
  return faults;
}
