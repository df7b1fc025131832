import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import { adminVerifySocial } from "#libs/contracts/creator/socials.ts";
import { Decision } from "../parts/decision.tsx";
import { Person, PersonName } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import type { Creator, CreatorProps } from "./creator.ts";
import { MAX_REASON, ReadBy, Title } from "./steps.tsx";

type Account = Creator["socials"][number];

/** The accounts of a creator on other platforms. Those that staff verify are on the public page. */
export function CreatorAccounts({ item, changed }: CreatorProps): VNode {
  const { t } = useReader();
  const { me, may } = useStaff();
  const id = useId();
  const [open, setOpen] = useState<Account | null>(null);
  const mayVerify = may(adminVerifySocial) && item.userId !== me.id;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t("page.staffPeople.elsewhere")}</h2>
      {item.socials.length === 0 && <p>{t("page.staffPeople.nothing")}</p>}
      <ul class="list">
        {item.socials.map((account) => (
          <Row
            key={account.id}
            id={account.id}
            href={null}
            end={<State account={account} verify={mayVerify ? () => setOpen(account) : null} />}
          >
            <AccountName account={account} />
            {account.url !== null && (
              <a href={account.url} target="_blank" rel="noopener noreferrer">
                <bdi dir="ltr">{account.url}</bdi>
              </a>
            )}
          </Row>
        ))}
      </ul>
      {open && <Verify {...{ item, changed }} account={open} close={() => setOpen(null)} />}
    </section>
  );
}

const AccountName = ({ account: { platform, handle } }: { readonly account: Account }): VNode => (
  <bdi dir="ltr">
    {platform} @{handle}
  </bdi>
);

/** @param verify null: nothing is left to do, or one may not */
function State({ account, verify }: { readonly account: Account; verify: (() => void) | null }): VNode | null {
  const { t } = useReader();
  if (account.verified) return <Badge kind="good">{t("page.creator.verified")}</Badge>;
  return verify && <Button onClick={verify}>{t("page.staffPeople.verify")}</Button>;
}

interface VerifyProps extends CreatorProps {
  readonly account: Account;
  close(): void;
}

function Verify({ item: { creatorId, userId }, account, changed, close }: VerifyProps): VNode {
  const { t } = useReader();
  const name = <PersonName userId={userId} />;
  const verb = t("page.staffPeople.verify");
  return (
    <Decision
      id={["verify", account.id]}
      title={<Title verb={verb} of={`${account.platform} @${account.handle}`} userId={userId} />}
      verb={verb}
      kind="primary"
      facts={[
        [t("page.support.asker"), <Person key="person" userId={userId} isPlain />],
        [t("page.staffPeople.elsewhere"), <AccountName key="account" account={account} />],
      ]}
      reason={{ readBy: <ReadBy reader="staff" name={name} />, maxLength: MAX_REASON }}
      send={(reason, idempotencyKey) => staffApi.call(adminVerifySocial, { creatorId, socialId: account.id, reason }, { idempotencyKey })}
      meanwhile={async () => null}
      done={changed}
      close={close}
    >
      <Sentence of="page.staffPeople.verifyWhat" parts={{ name }} />
    </Decision>
  );
}
