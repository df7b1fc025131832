import { CREATOR_LEVELS, type CreatorLevel } from "#libs/contracts/creator/terms.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { AmountRange } from "./amount.ts";
import type { ComposeTerms } from "./compose-terms.ts";

/**
 * Data that the server passes to scripts. The script of the shell `app` renders other pages without a new document, so each document holds
 * all of it.
 */
export interface PageData {
  /** Whether sign-in with an account of another provider is available. */
  readonly signInElsewhere: boolean;
  /** Whether the payment provider is the sandbox, whose payment page is part of this site. */
  readonly testPayments: boolean;
  /** The operator of the site, for receipts and statements. */
  readonly issuer: { readonly name: string; readonly address: string; readonly email: string; readonly taxId: string };
  /** Days between the request to delete an account and its deletion. */
  readonly deletionDays: number;
  /** Allowed prices of a message, and allowed top-ups. */
  readonly prices: AmountRange;
  readonly topUps: AmountRange;
  /** Whether adding money was switched off when the document was made. */
  readonly topUpsPaused: boolean;
  /** Share of each paid message that the platform keeps, by the level of the creator. */
  readonly commissions: Readonly<Record<CreatorLevel, number>>;
  /** The smallest payout. */
  readonly minPayout: string;
  /** Only in the document in which a message is written. */
  readonly compose?: ComposeTerms;
  /** Only in the document of the registration: whether mails appear at /mailbox. */
  readonly hasMailbox?: boolean;
}

interface Configured {
  readonly config: Pick<ConfigReader, "read" | "isSwitchedOff">;
  readonly site: { readonly name: string; readonly publicHost: string; readonly supportEmail: string; readonly testPayments: boolean };
}

const amountOf = (value: number): string => value.toFixed(2);
const rangeOf = (minimum: number, maximum: number): AmountRange => ({ minimum: amountOf(minimum), maximum: amountOf(maximum) });

export function pageDataOf({ config, site }: Configured): PageData {
  return {
    signInElsewhere: config.read("provider.oauth") !== "off",
    testPayments: site.testPayments,
    issuer: { name: site.name, address: site.publicHost, email: site.supportEmail, taxId: config.read("site.operator_tax_id") },
    prices: rangeOf(config.read("payment.package_price_min"), config.read("payment.package_price_max")),
    topUps: rangeOf(config.read("payment.topup_min"), config.read("payment.topup_max")),
    topUpsPaused: config.isSwitchedOff("PAYMENTS"),
    commissions: Object.fromEntries(
      CREATOR_LEVELS.map((level) => [level, config.read(`creator.commission_${level.toLowerCase() as Lowercase<CreatorLevel>}`)]),
    ) as PageData["commissions"],
    minPayout: amountOf(config.read("payment.min_payout")),
    deletionDays: config.read("gdpr.delete_grace_days"),
  };
}
