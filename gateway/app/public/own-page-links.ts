import { isSignedIn, onSignInElsewhere, ownPage } from "../client/browser/sign-in-mark.ts";

/** Creators cannot write to themselves, so on their own page the ways to a message lead to its form. */
export function enhanceOwnPageLinks(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[data-edit]")].map((link) => ({
    link,
    text: link.textContent,
    href: link.href,
  }));
  const show = () => {
    for (const { link, text, href } of links) {
      const isOwn = isSignedIn() && ownPage() === link.dataset.of;
      link.textContent = isOwn ? (link.dataset.edit ?? "") : text;
      link.href = isOwn ? "/page" : href;
    }
  };
  onSignInElsewhere(show);
  show();
}
