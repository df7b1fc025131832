import { nameOf } from "#gateway/ui/creator/creator-name.ts";
import type { Page } from "../page.ts";
import { creatorOf } from "./creator.page.tsx";
import { addressOf } from "./creator-head.tsx";

/** A printable sheet with the QR code of a creator's page. */
export const sheetPage: Page = {
  path: "/{username}/sheet",
  shell: "public",
  async view(about) {
    const { t } = about;
    const creator = await creatorOf(about);
    return {
      title: t("page.sheet.title"),
      noindex: true,
      main: (
        <div class="sheet">
          <h1 dir="auto">{nameOf(creator)}</h1>
          <img class="qr" src={`/${creator.username}/qr.svg`} width={320} height={320} alt={t("page.creator.qr")} />
          <p>{t("page.sheet.scan")}</p>
          <p>
            <bdi dir="ltr">{addressOf(creator, about)}</bdi>
          </p>
          <button type="button" class="until-script" data-print>
            {t("page.sheet.print")}
          </button>
        </div>
      ),
    };
  },
};
