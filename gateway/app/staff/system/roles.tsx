import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { listRoles } from "#libs/contracts/account/roles.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { staffApi } from "../staff-session.ts";

const askForRoles = () => staffApi.call(listRoles);

type Permission = Awaited<ReturnType<typeof askForRoles>>["permissions"][number];

/** Who may do what: the permissions of each role, and what each permission opens. */
export default function Roles(): VNode {
  const { t } = useReader();
  return (
    <>
      <h1 tabIndex={-1}>{t("page.console.roles")}</h1>
      <Loaded query={useQuery("roles", askForRoles)}>
        {({ roles, permissions }) => (
          <>
            <ul class="list">
              {roles.map(({ role, permissions: granted }) => (
                <Row key={role} id={role} href={null}>
                  <bdi dir="ltr">{role}</bdi>
                  <span class="hint">
                    <bdi dir="ltr">{granted.join(", ")}</bdi>
                  </span>
                </Row>
              ))}
            </ul>
            <h2>{t("page.staffSystem.permissions")}</h2>
            <ul class="list">
              {permissions.map((each) => (
                <PermissionRow key={each.permission} of={each} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  );
}

function PermissionRow({ of: { permission, routes } }: { readonly of: Permission }): VNode {
  const { t, formats } = useReader();
  return (
    <Row id={permission} href={null}>
      <bdi dir="ltr">{permission}</bdi>
      <details class="hint">
        <summary>{t("page.staffSystem.routes", { number: formats.number(routes.length) })}</summary>
        <ul class="list">
          {routes.map(({ method, path }) => (
            <li key={`${method} ${path}`}>
              <bdi dir="ltr">
                {method} {path}
              </bdi>
            </li>
          ))}
        </ul>
      </details>
    </Row>
  );
}
