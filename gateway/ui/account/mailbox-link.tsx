import type { VNode } from "preact";

/**
 * Link to the mails of a system on this machine. In English, like everything for developers. It opens in another tab, so that input on this
 * page remains.
 */
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
