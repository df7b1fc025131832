import { implement } from "#libs/contract-kit/implement.ts";
import { getLegalVersion } from "#libs/contracts/content.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sanitizeHtml } from "#libs/html/sanitize-html.ts";
import { nextUtcMidnight } from "#libs/kernel/clock.ts";
import type { Deps } from "../deps.ts";

/** GET /legal/{kind}/versions/{date}: the text in force when that day ended in UTC. */
export const getLegalVersionAction = ({ legalVersions }: Pick<Deps, "legalVersions">) =>
  implement(getLegalVersion, async ({ params: { kind, date } }) => {
    const version = await legalVersions.before(kind, nextUtcMidnight(new Date(date)));
    if (!version || version.content === null) throw new AppError("legal.error.version_not_found");
    return { content: sanitizeHtml(version.content), lastUpdated: version.publishedAt.toISOString() };
  });
