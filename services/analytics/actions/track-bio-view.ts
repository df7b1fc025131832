import { implement } from "#libs/contract-kit/implement.ts";
import { isBot } from "#libs/contracts/analytics/bots.ts";
import { trackBioView } from "#libs/contracts/analytics/index.ts";
import { isCountryCode } from "#libs/kernel/country-codes.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Deps } from "../deps.ts";
import { parseUserAgent } from "../domain/parse-user-agent.ts";
import { tolerateFailure } from "../tracking/tolerate-failure.ts";

/** Longest user agent that is stored; a longer one is cut. */
const MAX_USER_AGENT_CHARACTERS = 1_024;

/** POST /bio/{bioPageId}/view (spec 4.6). Views by bots are recorded, too, and marked. */
export const trackBioViewAction = ({
  clock,
  config,
  logger,
  writer,
  locate,
  hashOf,
}: Pick<Deps, "clock" | "config" | "logger" | "writer" | "locate" | "hashOf">) =>
  implement(trackBioView, async ({ params }) => {
    const { bioPageId, visitorId, referrer = null, userAgent, isEmbed } = params;
    const client = parseUserAgent(userAgent);
    const givenCountry = params.country?.toUpperCase();
    const country = givenCountry && isCountryCode(givenCountry) ? givenCountry : (await locate(params)).country;
    await tolerateFailure(logger, "insert a view of a bio page", () =>
      writer.insertBioView({
        _id: uuid(),
        bioPageId,
        visitorHash: visitorId ? hashOf(visitorId) : null,
        referrer,
        userAgent: userAgent?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
        country,
        device: params.device || client.device,
        browser: params.browser || client.browser,
        isEmbed,
        isBot: isBot(userAgent, config.read("analytics.bot_tokens")),
        createdAt: clock.now(),
      }),
    );
    return { tracked: true };
  });
