import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { type listStaff, removeStaff, setStaffRoles } from "#libs/contracts/account/staff.ts";
import { type AdminRole, STAFF_ROLES } from "#libs/policies/roles.ts";
import { Decision } from "../parts/decision.tsx";
import { Person, PersonName } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { titled } from "../system/settings/titled.ts";
import { RoleChoice, RoleNames } from "./role-choice.tsx";
import { MAX_REASON, ReadBy, Title } from "./steps.tsx";

export type Colleague = NonNullable<(typeof listStaff)["shape"]>["return"]["results"][number];

interface ColleagueProps {
  readonly of: Pick<Colleague, "userId" | "email"> & { readonly roles: readonly string[] };
  changed(): void;
}

/** A member of the staff with the roles. */
export function ColleagueRow({ of, changed }: ColleagueProps): VNode {
  const { userId, email, roles } = of;
  return (
    <li class="item" data-id={userId}>
      <span class="text">
        <span>
          <Person userId={userId} />
        </span>
        <span class="hint">
          <bdi dir="ltr">{email}</bdi> · <RoleNames of={roles} />
        </span>
      </span>
      <ColleagueActs of={of} changed={changed} />
    </li>
  );
}

/** The buttons that change and end the work of a colleague. The reader’s own roles have none. */
export function ColleagueActs({ of, changed }: ColleagueProps): VNode | null {
  const { t } = useReader();
  const { me } = useStaff();
  const [open, setOpen] = useState<keyof typeof ACTS | null>(null);
  const { userId, email } = of;
  if (userId === me.id) return null;
  const named = (act: keyof typeof ACTS) => titled(t(ACTS[act].verb), email);
  return (
    <>
      <span class="actions">
        <Button label={named("roles")} onClick={() => setOpen("roles")}>
          {t("page.staffPeople.changeRoles")}
        </Button>
        <Button kind="danger" label={named("remove")} onClick={() => setOpen("remove")}>
          {t("page.staffPeople.removeStaff")}
        </Button>
      </span>
      {open !== null && <Change of={of} act={open} changed={changed} close={() => setOpen(null)} />}
    </>
  );
}

const ACTS = {
  roles: { verb: "page.staffPeople.changeRoles", what: "page.staffPeople.changeRolesWhat", kind: "primary" },
  remove: { verb: "page.staffPeople.removeStaff", what: "page.staffPeople.removeStaffWhat", kind: "danger" },
} as const;

interface ChangeProps extends ColleagueProps {
  readonly act: keyof typeof ACTS;
  close(): void;
}

/** The decision about the roles of a colleague. */
function Change({ of: { userId, roles: before }, act, changed, close }: ChangeProps): VNode {
  const { t } = useReader();
  const [roles, setRoles] = useState<readonly AdminRole[]>(STAFF_ROLES.filter((role) => before.includes(role)));
  const { verb, what, kind } = ACTS[act];
  const name = <PersonName userId={userId} />;
  return (
    <Decision
      id={[`staff ${act}`, userId]}
      title={<Title verb={t(verb)} userId={userId} />}
      verb={t(verb)}
      kind={kind}
      facts={[
        [t("page.support.asker"), <Person key="person" userId={userId} isPlain />],
        [t("page.console.roles"), <RoleNames key="roles" of={before} />],
      ]}
      fields={act === "roles" && <RoleChoice chosen={roles} choose={setRoles} />}
      reason={{ readBy: <ReadBy reader="staff" name={name} />, maxLength: MAX_REASON }}
      send={(reason, idempotencyKey) =>
        act === "roles"
          ? staffApi.call(setStaffRoles, { userId, roles: [...roles], reason }, { idempotencyKey })
          : staffApi.call(removeStaff, { userId, reason }, { idempotencyKey })
      }
      meanwhile={async () => null}
      done={changed}
      close={close}
    >
      <Sentence of={what} parts={{ name }} />
    </Decision>
  );
}
