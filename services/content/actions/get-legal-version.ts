import { implement } from "#libs/contract-kit/implement.ts";
import { getLegalVersion } from "#libs/contracts/content/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { nextUtcMidnight } from "#libs/kernel/clock.ts";
import { sanitizeHtml } from "#libs/platform/html/sanitize-html.ts";
import type { Deps } from "../deps.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** After the versions that a date is about: a day until it ended in UTC, an instant with itself. */
const endOf = (date: string): Date => (DAY.test(date) ? nextUtcMidnight(new Date(date)) : new Date(Date.parse(date) + 1));

/** GET /legal/{kind}/versions/{date}: the text in force when that day ended, or at that instant. */
export const getLegalVersionAction = ({ legalVersions }: Pick<Deps, "legalVersions">) =>
  implement(getLegalVersion, async ({ params: { kind, date } }) => {
    const version = await legalVersions.findLastBefore(kind, endOf(date));
    if (!version || version.content === null) throw new AppError("legal.error.version_not_found");
    return { content: sanitizeHtml(version.content), lastUpdated: version.publishedAt.toISOString() };
  });
