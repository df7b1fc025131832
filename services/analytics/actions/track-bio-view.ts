import { implement } from "#libs/contract-kit/implement.ts";
import { trackBioView } from "#libs/contracts/analytics.ts";
import { isBot } from "#libs/kernel/bots.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Deps } from "../deps.ts";
import { clientOf } from "../domain/user-agent.ts";
import { tolerate } from "../tolerate.ts";

/** Characters of a user agent that are kept. */
const KEPT_USER_AGENT = 1_024;

/** POST /bio/{bioPageId}/view (spec 4.6). Machines are recorded too, and marked. */
export const trackBioViewAction = ({
  clock,
  logger,
  commits,
  locate,
  hashOf,
}: Pick<Deps, "clock" | "logger" | "commits" | "locate" | "hashOf">) =>
  implement(trackBioView, async ({ params }) => {
    const { bioPageId, visitorId, referrer = null, userAgent, isEmbed } = params;
    const client = clientOf(userAgent);
    const country = params.country?.toUpperCase() ?? (await locate(params)).country;
    await tolerate(logger, "insert a view of a bio page", () =>
      commits.bioView({
        _id: uuid(),
        bioPageId,
        visitorHash: visitorId ? hashOf(visitorId) : null,
        referrer,
        userAgent: userAgent?.slice(0, KEPT_USER_AGENT) ?? null,
        country,
        device: params.device || client.device,
        browser: params.browser || client.browser,
        isEmbed,
        isBot: isBot(userAgent),
        createdAt: clock.now(),
      }),
    );
    return { tracked: true };
  });
