import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import type { Page } from "../page.ts";
import { titled } from "./token-page.tsx";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Where one comes after asking for the deletion of the account: until when one may change one's mind, and how. */
export const farewellPage: Page = {
  path: "/farewell",
  shell: "public",
  view({ t, formats, query }) {
    const day = query.get("on") ?? "";
    const isDay = DAY.test(day) && !Number.isNaN(Date.parse(day));
    return {
      noindex: true,
      ...titled(
        t("page.farewell.title"),
        <>
          {isDay && (
            <p>
              <Sentence of="page.privacy.willBeDeleted" parts={{ time: <time dateTime={day}>{formats.day(day)}</time> }} />
            </p>
          )}
          <p>{t("page.privacy.deleteHint")}</p>
          <p class="actions">
            <a class="button" href="/">
              {t("page.error.home")}
            </a>
            <a class="button quiet" href="/login">
              {t("page.login.signIn")}
            </a>
          </p>
        </>,
      ),
    };
  },
};
