import type { VNode } from "preact";
import type { PublicBio } from "#libs/contracts/creator/index.ts";
import { Icon } from "../parts/icons.tsx";
import type { Reader } from "../parts/reader.tsx";
import { copiedAddress, shownAddress } from "./link-address.ts";
import { linkIcon } from "./link-icon.ts";
import { platformName } from "./platforms.ts";

interface LinksProps {
  readonly creator: PublicBio;
  readonly about: Pick<Reader, "t">;
  /** Inside a frame of another site a link opens a new window. */
  readonly target?: "_blank" | undefined;
  /** Nothing can be pressed, so the menus need no script to be shown. */
  readonly isPreview?: boolean;
}

/** URL schemes that a page may link to; other addresses stay text. */
const OPENED = /^(https?:|mailto:|tel:)/i;

/** The links of a creator in their order, with headings and texts between them. */
export function CreatorLinks({ creator, about, target, isPreview = false }: LinksProps): VNode | null {
  if (creator.links.length === 0) return null;
  return (
    <ul class="links" aria-label={about.t("page.creator.links")}>
      {creator.links.map((link) => (
        <li key={link.id} class={link.kind.toLowerCase()}>
          <LinkContent link={link} username={creator.username} about={about} target={target} isPreview={isPreview} />
        </li>
      ))}
    </ul>
  );
}

interface LinkProps {
  readonly link: PublicBio["links"][number];
  readonly username: string;
  readonly about: Pick<Reader, "t">;
  readonly target: "_blank" | undefined;
  readonly isPreview: boolean;
}

function LinkContent({ link: { id, kind, title, url, icon }, username, about: { t }, target, isPreview }: LinkProps): VNode | null {
  const text = title ?? (url === null ? "" : shownAddress(url));
  if (kind === "SPACER") return <hr />;
  if (kind === "HEADING")
    return (
      <h2>
        <bdi>{text}</bdi>
      </h2>
    );
  if (kind === "DM_BUTTON")
    return (
      <a class="link-card" href={`/${username}/message`} target={target}>
        <span dir="auto">{title ?? t("page.creator.send")}</span>
      </a>
    );
  if (url === null || !OPENED.test(url)) return <span dir="auto">{text}</span>;
  return (
    <>
      <a class="link-card" href={url} rel="noopener" target={target} data-link={id}>
        {icon && /\p{Extended_Pictographic}/u.test(icon) ? <span aria-hidden="true">{icon}</span> : <Icon name={linkIcon(url)} />}
        <span dir="auto">{text}</span>
      </a>
      {target === undefined && <LinkMenu url={url} id={id} text={text} t={t} isPreview={isPreview} />}
    </>
  );
}

interface MenuProps extends Pick<Reader, "t"> {
  readonly url: string;
  readonly id: string;
  readonly text: string;
  readonly isPreview: boolean;
}

/** The other actions of a link. Without a script only the link itself exists. */
function LinkMenu({ url, id, text, t, isPreview }: MenuProps): VNode {
  return (
    <details class={isPreview ? "link-menu" : "link-menu until-script"} data-menu>
      <summary aria-label={t("page.creator.linkMenu", { title: text })}>
        <span aria-hidden="true">⋯</span>
      </summary>
      <div>
        <a class="button" href={url} rel="noopener" data-link={id}>
          {t("page.creator.open")}
        </a>
        <button type="button" data-copy={copiedAddress(url)} data-copied={t("page.creator.copied")}>
          {t("page.creator.copy")}
        </button>
      </div>
    </details>
  );
}

interface AccountsProps extends Omit<LinksProps, "creator"> {
  readonly creator: Pick<PublicBio, "socials">;
}

/** Accounts on other platforms, with proof of ownership. */
export function VerifiedAccounts({ creator, about: { t }, target }: AccountsProps): VNode | null {
  if (creator.socials.length === 0) return null;
  return (
    <ul class="chips" aria-label={t("page.creator.verifiedAccounts")}>
      {creator.socials.map(({ platform, handle, url }) => {
        const account = (
          <>
            <span>{platformName(platform)}</span> <bdi dir="ltr">@{handle}</bdi>
            <span class="chip good">{t("page.creator.verified")}</span>
          </>
        );
        return (
          <li key={platform + handle}>
            {url !== null && OPENED.test(url) ? (
              <a class="tag" href={url} rel="me noopener" target={target}>
                {account}
              </a>
            ) : (
              <span class="tag">{account}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
