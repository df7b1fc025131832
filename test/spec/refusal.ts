import type { Reply } from "#test/support/http.ts";

/** Status and key of a refusal, as one text that reads well in a failed comparison: "400 message.send.error.blocked". */
export function refusalOf({ status, body }: Reply): string {
  return body?.success === false ? `${status} ${body.error.i18nKey ?? body.error.code}` : `${status}`;
}

export const INVALID = "400 error.validation_failed";

/** What is wrong with the envelope of an error; empty when it is exactly as spec 2.1 has it. */
export function envelopeFaults({ status, body }: Reply): string[] {
  if (status < 400) return [`${status} is no error`];
  const faults: string[] = [];
  const say = (wrong: boolean, what: string) => (wrong ? faults.push(what) : 0);
  const { error } = body ?? {};
  say(Object.keys(body ?? {}).join() !== "success,error" || body.success !== false, "not exactly {success:false,error}");
  if (!error) return faults;
  const known = ["code", "message", "i18nKey", "i18nVars", "details", "correlationId"];
  say(
    Object.keys(error).some((field) => !known.includes(field)),
    `fields ${Object.keys(error).join()}`,
  );
  for (const field of ["code", "message", "correlationId"] as const) {
    say(typeof error[field] !== "string" || error[field] === "", `${field} is no text`);
  }
  say("i18nKey" in error && typeof error.i18nKey !== "string", "i18nKey is no string");
  say("i18nVars" in error && (typeof error.i18nVars !== "object" || error.i18nVars === null), "i18nVars is no object");
  say(
    "details" in error && !(error.details ?? []).every((detail) => Object.keys(detail).join() === "message"),
    "details are not {message}",
  );
  return faults;
}
