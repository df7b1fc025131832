import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { type AdminRole, STAFF_ROLES } from "#libs/policies/roles.ts";

/** Names of roles in the language of the reader. */
export function RoleNames({ of }: { readonly of: readonly string[] }): VNode {
  const { t, locale } = useReader();
  const names = STAFF_ROLES.filter((role) => of.includes(role)).map((role) => t(`page.staffPeople.role.${role}`));
  return <span>{names.length === 0 ? "–" : new Intl.ListFormat(locale).format(names)}</span>;
}

interface RoleChoiceProps {
  readonly chosen: readonly AdminRole[];
  choose(roles: readonly AdminRole[]): void;
}

/** The roles that a person gets. */
export function RoleChoice({ chosen, choose }: RoleChoiceProps): VNode {
  const { t } = useReader();
  return (
    <fieldset>
      <legend>{t("page.console.roles")}</legend>
      {STAFF_ROLES.map((role) => (
        <label key={role} class="option">
          <input
            type="checkbox"
            value={role}
            checked={chosen.includes(role)}
            onChange={({ currentTarget: { checked } }) => choose(checked ? [...chosen, role] : chosen.filter((each) => each !== role))}
          />
          {t(`page.staffPeople.role.${role}`)}
        </label>
      ))}
    </fieldset>
  );
}
