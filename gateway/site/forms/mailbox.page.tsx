import type { VNode } from "preact";
import { formatsOf } from "#gateway/ui/formats.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { locales } from "#libs/platform/i18n/locales.ts";
import type { Page } from "../page.ts";
import { type WrittenMail, writtenMails } from "./mailbox.ts";

/** Mails that a system on this machine wrote to a folder; other readers get 404. In English, like everything for developers. */
export const mailbox: Page = {
  path: "/mailbox",
  shell: "public",
  isSecret: true,
  async view({ mailFolder, now }) {
    if (mailFolder === null) throw new AppError("error.not_found");
    const mails = await writtenMails(mailFolder);
    return {
      title: "Mailbox",
      main: (
        <div lang="en" dir="ltr">
          <h1>Mailbox</h1>
          <p class="hint">Mails are not sent here. They are written to {mailFolder}.</p>
          {mails.length === 0 ? (
            <p>No mail yet. Create an account, and its first mail is here.</p>
          ) : (
            mails.map((mail) => <Mail key={mail.file} now={now} {...mail} />)
          )}
        </div>
      ),
    };
  },
};

/** In English for readers of all languages. */
const FORMATS = formatsOf("en", "UTC");

function Mail({ to, subject, text, locale, writtenAt, now }: WrittenMail & { readonly now: number }): VNode {
  const direction = Object.entries(locales).find(([name]) => name === locale)?.[1].direction ?? "ltr";
  return (
    <article class="card">
      <h2 lang={locale} dir={direction}>
        {subject}
      </h2>
      <p class="hint">
        To {to} · <time dateTime={writtenAt}>{FORMATS.dateTime(writtenAt)}</time> ({FORMATS.relative(writtenAt, now)})
      </p>
      <p class="written" lang={locale} dir={direction}>
        {withLinks(text)}
      </p>
    </article>
  );
}

/** The text with its addresses as links. */
function withLinks(text: string): (string | VNode)[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => (index % 2 === 1 ? <a href={part}>{part}</a> : part));
}
