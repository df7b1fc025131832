import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Dialog } from "#gateway/ui/parts/dialog.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { inviteStaff, type listInvitations, revokeInvitation } from "#libs/contracts/account/staff.ts";
import type { AdminRole } from "#libs/policies/roles.ts";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Decision } from "../parts/decision.tsx";
import { staffApi } from "../staff-session.ts";
import { RoleChoice, RoleNames } from "./role-choice.tsx";

export type Invitation = NonNullable<(typeof listInvitations)["shape"]>["return"]["results"][number];

/** Invites a person by mail. */
export function Invite({ done }: { done(): void }): VNode {
  const { t } = useReader();
  const [isOpen, setOpen] = useState(false);
  const [roles, setRoles] = useState<readonly AdminRole[]>([]);
  const form = useForm();
  const close = () => setOpen(false);
  const send = async (fields: FormData) => {
    await staffApi.call(inviteStaff, { email: String(fields.get("email")).trim(), roles: [...roles] });
    setRoles([]);
    close();
    done();
  };
  return (
    <p class="actions">
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t("page.staffPeople.invite")}
      </Button>
      {isOpen && (
        <Dialog title={t("page.staffPeople.invite")} onClose={close}>
          <p>{t("page.staffPeople.inviteWhat")}</p>
          <Form form={form} onSend={(fields) => form.run(() => send(fields))}>
            <Field label={t("page.login.email")} name="email" type="email" autocomplete="off" dir="ltr" required />
            <RoleChoice chosen={roles} choose={setRoles} />
            <Refused />
            <p class="actions">
              <Button type="submit" kind="primary" busy={form.busy}>
                {t("page.staffPeople.invite")}
              </Button>
              <Button onClick={close}>{t("page.dialog.cancel")}</Button>
            </p>
          </Form>
        </Dialog>
      )}
    </p>
  );
}

/** An open invitation, with the button that ends it. */
export function InvitationRow({ of, done }: { readonly of: Invitation; done(): void }): VNode {
  const { t } = useReader();
  const [isOpen, setOpen] = useState(false);
  const { invitationId, email, roles, expiresAt } = of;
  const address = <bdi dir="ltr">{email}</bdi>;
  const verb = t("page.staffPeople.withdraw");
  return (
    <li class="item" data-id={invitationId}>
      <span class="text">
        {address}
        <span class="hint">
          <RoleNames of={roles} /> · <Time at={expiresAt} />
        </span>
      </span>
      <Button onClick={() => setOpen(true)}>{verb}</Button>
      {isOpen && (
        <Decision
          id={["invitation", invitationId]}
          title={
            <>
              {verb}: {address}
            </>
          }
          verb={verb}
          kind="danger"
          facts={[[t("page.console.roles"), <RoleNames key="roles" of={roles} />]]}
          reason={null}
          send={(_reason, idempotencyKey) => staffApi.call(revokeInvitation, { invitationId }, { idempotencyKey })}
          meanwhile={async () => null}
          done={done}
          close={() => setOpen(false)}
        >
          <Sentence of="page.staffPeople.withdrawWhat" parts={{ email: address }} />
        </Decision>
      )}
    </li>
  );
}
