import type { Area } from "../area.ts";

export const envelopes: Area = {
  title: "Envelopes, errors and what holds for every request",
  sections: ["2.1", "7"],
  groups: [
    {
      code: ["routes.ts", "endpoints.ts"],
      rules: {
        "ENV-01": "Every route is served below `/api/v1` only; anywhere else its path is 404 in the error envelope.",
        "ENV-13": "A path that no contract declares is 404 `RESOURCE_NOT_FOUND` in the error envelope.",
      },
    },
    {
      code: ["success-envelope.ts"],
      rules: {
        "ENV-02": "A success with data is the object `{success: true, data}` and has no other field at the top.",
        "ENV-03": "A success without data (vacation, settings, scoped values, reset, rollback, cache, flags) is exactly `{success: true}`.",
        "ENV-22": "Every instant in an answer is ISO 8601 in UTC and ends in `Z`, also inside free-form data.",
      },
    },
    {
      code: ["error-envelope.ts", "codes.ts", "http.ts"],
      rules: {
        "ENV-04":
          "Every refusal has `success: false` and an `error` whose `code`, `message` and `correlationId` are texts that are not empty.",
        "ENV-05": "`i18nKey`, `i18nVars` and `details` are left out of an error when there is nothing to say; they are never null.",
        "ENV-08":
          "Status 422 means one of two things: a value that holds a placeholder, or an idempotency key that was used for another request.",
        "ENV-16": "No error reveals internals: no stack, no text of the database or the parser, no file path, host or vendor.",
        "ENV-19": "An error has the same status, code, key and values whether the action ran in the gateway's process or behind the bus.",
      },
    },
    {
      code: ["validate.ts", "error-envelope.ts"],
      rules: {
        "ENV-06": "Input that breaks several rules is one 400 whose `details` name each broken rule with its field.",
        "ENV-07": "Input that does not fit the contract is 400 `VALIDATION_FAILED`, although the broker's own validator says 422.",
        "ENV-26":
          'An object such as `{"$ne": null}` where a string belongs is 400; in a path or a query it is plain text that finds nothing.',
        "ENV-27":
          "An id that is longer than any id gets the answer of every unknown id, not a validation error, and only its beginning is stored.",
      },
    },
    {
      code: ["request-context.ts"],
      rules: {
        "ENV-09":
          "A valid `X-Request-Id` comes back in the header and in `error.correlationId`; without one each request gets an id of its own.",
        "ENV-10":
          "A request id that is not 8 to 128 letters, digits, dots, underscores or hyphens is replaced by a new one and not repeated.",
      },
    },
    {
      code: ["shared.ts", "paging.ts"],
      rules: {
        "ENV-11":
          "A page list has `items`, `total`, `page`, `limit` and `totalPages`; a page past the end has no items and the true total.",
        "ENV-12": "A cursor list has `results`, `nextCursor` and `hasMore`; on the last page `nextCursor` is null and `hasMore` is false.",
      },
    },
    {
      code: ["json-body.ts"],
      rules: {
        "ENV-14": "A body that is not JSON in UTF-8 is 400 `VALIDATION_FAILED`, without a word of the parser.",
        "ENV-15": "A body of more than 256 KiB is 413 `PAYLOAD_TOO_LARGE`, also when its length was not announced.",
      },
    },
    {
      code: ["request-params.ts"],
      rules: {
        "ENV-17": "Each field is read from one place only: a query neither replaces a field of the body nor a part of the path.",
      },
    },
    {
      code: ["call-action.ts", "error-envelope.ts", "create-broker.ts"],
      rules: {
        "ENV-18":
          "While a service is away or overloaded its routes answer 503 or 504 within ten seconds; other routes go on, and its own work again when it is back.",
      },
    },
    {
      code: ["pick-locale.ts", "translate.ts"],
      rules: {
        "ENV-20":
          "The message of an error follows `Accept-Language` among the twenty locales, else it is English; `i18nKey` is always the same.",
      },
    },
    {
      code: ["user-view.ts", "password-hasher.ts"],
      rules: {
        "ENV-21": "No answer of any route holds a password hash or another secret of the store; passwords are stored as argon2id only.",
      },
    },
    {
      code: ["keys/provider.ts", "slot.ts"],
      rules: {
        "ENV-23": "Settings, their values, errors and descriptions name no vendor: providers are chosen by abstract names.",
      },
    },
    {
      code: ["security-headers.ts"],
      rules: {
        "ENV-24":
          "Every answer says `X-Content-Type-Options: nosniff`, and `Cache-Control: no-store` to signed-in callers; in production also `Strict-Transport-Security`.",
      },
    },
    {
      code: ["cors.ts"],
      rules: {
        "ENV-25":
          "A listed origin is reflected and may send credentials, any other gets no permission; a preflight lists the methods, `PATCH` and `DELETE` among them.",
      },
    },
  ],
};
