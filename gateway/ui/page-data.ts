import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { ComposeTerms } from "./compose-terms.ts";

/** What the server tells scripts. That of the shell `app` draws its other pages without loading another document, so each of those says all of it. */
export interface PageData {
  /** Whether people can sign in with an account of another provider. */
  readonly signInElsewhere: boolean;
  /** Whether payments are a sandbox, whose page is of this site. */
  readonly testPayments: boolean;
  /** Who stands behind the site, for receipts. */
  readonly issuer: { readonly name: string; readonly address: string; readonly email: string };
  /** How long after it was asked for an account is deleted, in days. */
  readonly deletionDays: number;
  /** Of the document in which a message is written. */
  readonly compose?: ComposeTerms;
  /** Of the document in which an account is made: whether its mail is found at /mailbox. */
  readonly hasMailbox?: boolean;
}

interface Configured {
  readonly config: Pick<ConfigReader, "read">;
  readonly site: { readonly name: string; readonly publicHost: string; readonly supportEmail: string; readonly testPayments: boolean };
}

export function pageDataOf({ config, site }: Configured): PageData {
  return {
    signInElsewhere: config.read("provider.oauth") !== "off",
    testPayments: site.testPayments,
    issuer: { name: site.name, address: site.publicHost, email: site.supportEmail },
    deletionDays: config.read("gdpr.delete_grace_days"),
  };
}
