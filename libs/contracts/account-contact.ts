import { action } from "#libs/contract-kit/contract.ts";
import { id, nullableText } from "./shared.ts";

/** What notification asks before it writes to a user outside the application. */
export const getContact = action({
  name: "account.getContact",
  summary: "How a user is reached, and in which language and time zone",
  params: { userId: { type: "string", max: 64 } },
  returns: {
    type: "object",
    props: {
      found: { type: "boolean" },
      email: nullableText,
      emailVerified: { type: "boolean" },
      phone: { ...nullableText, description: "In E.164 form; nobody can give one yet" },
      locale: { type: "string" },
      timezone: { ...nullableText, description: "A name of the IANA database" },
    },
  },
  errors: [],
});

/** Whose address it is; one that nobody has proven to be his counts as nobody's. */
export const findVerifiedUser = action({
  name: "account.findVerifiedUser",
  summary: "The user with a verified email address",
  params: { email: { type: "string", max: 254 } },
  returns: { type: "object", props: { userId: { ...id, nullable: true } } },
  errors: [],
});
