import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { listInvitations, listStaff } from "#libs/contracts/account/staff.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { askForMissingNames } from "../parts/names.ts";
import { useLooking } from "../parts/use-looking.ts";
import { staffApi } from "../staff-session.ts";
import { type Colleague, ColleagueRow } from "./colleague.tsx";
import { InvitationRow, Invite } from "./invitations.tsx";

/** Maximum page size of the interface. */
const LIMIT = 100;

async function allStaff(): Promise<Colleague[]> {
  const staff: Colleague[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { readonly results: Colleague[]; readonly nextCursor: string | null } = await staffApi.call(listStaff, {
      limit: LIMIT,
      ...(cursor !== undefined && { cursor }),
    });
    staff.push(...page.results);
    cursor = page.nextCursor;
  }
  return staff;
}

async function staffAndInvitations() {
  const [staff, { results }] = await Promise.all([allStaff(), staffApi.call(listInvitations, { limit: LIMIT })]);
  await askForMissingNames(staff.map(({ userId }) => userId));
  return { staff, invitations: results.filter(({ status }) => status === "PENDING") };
}

/** Colleagues with their roles, and invitations that wait for an answer. */
export default function StaffList(): VNode {
  const { t } = useReader();
  const query = useQuery("staff", staffAndInvitations);
  useLooking(query.reload);
  return (
    <>
      <h1 tabIndex={-1}>{t("page.console.staff")}</h1>
      <Invite done={query.reload} />
      <Loaded query={query}>
        {({ staff, invitations }) => (
          <>
            <ul class="list" data-cases>
              {staff.map((colleague) => (
                <ColleagueRow key={colleague.userId} of={colleague} changed={query.reload} />
              ))}
            </ul>
            <h2>{t("page.staffPeople.invitations")}</h2>
            {invitations.length === 0 && <p>{t("page.staffPeople.nothing")}</p>}
            <ul class="list" data-cases>
              {invitations.map((invitation) => (
                <InvitationRow key={invitation.invitationId} of={invitation} done={query.reload} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  );
}
