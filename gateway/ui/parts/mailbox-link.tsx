import type { VNode } from "preact";

/** Where the mails of a system on this machine are. In English, as everything for developers; what is typed here stays in its own tab. */
export function MailboxLink(): VNode {
  return (
    <p class="hint" lang="en" dir="ltr">
      This system sends no mail. What it would send is in the{" "}
      <a href="/mailbox" target="_blank" rel="noopener">
        mailbox
      </a>
      .
    </p>
  );
}
