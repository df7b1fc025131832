import { ResponseBodyError } from "oauth4webapi";
import { codeOf, ProviderFailure } from "../provider-failure.ts";

/**
 * For `catch`: throws what oauth4webapi found wrong as ProviderFailure, with its code and no more, since its errors hold tokens.
 * @param reason what it is when neither we nor the provider said something else
 */
export function failsAs(reason: "BAD_ANSWER" | "REFUSED") {
  return (error: unknown): never => {
    if (error instanceof ProviderFailure) throw error;
    if (error instanceof ResponseBodyError) throw refusalIn(error);
    throw new ProviderFailure("oauth", reason, codeOf(error));
  };
}

/** An error answer of the token endpoint (RFC 6749 5.2). */
function refusalIn({ error, status }: ResponseBodyError): ProviderFailure {
  if (error === "invalid_grant") return new ProviderFailure("oauth", "REFUSED", "INVALID_GRANT");
  if (error === "invalid_client" || error === "unauthorized_client") return new ProviderFailure("oauth", "NOT_CONFIGURED", "CLIENT");
  return new ProviderFailure("oauth", "BAD_ANSWER", `HTTP_${status}`);
}
