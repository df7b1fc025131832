import { implement } from "#libs/contract-kit/implement.ts";
import { updateMe, userChanged } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { isTimezone } from "../domain/timezone.ts";
import { userChange, userView } from "../views/user-view.ts";

/** PATCH /auth/me */
export const updateMeAction = ({ clock, transaction, users, outbox }: Pick<Deps, "clock" | "transaction" | "users" | "outbox">) =>
  implement(updateMe, async ({ params: { displayName, locale, timezone }, caller }) => {
    if (timezone !== undefined && !isTimezone(timezone)) {
      throw new AppError("error.validation_failed", {}, [{ message: "timezone must be the name of a time zone" }]);
    }
    const settings = {
      ...(displayName === undefined ? {} : { displayName }),
      ...(locale === undefined ? {} : { locale }),
      ...(timezone === undefined ? {} : { timezone }),
    };
    const user = await transaction(async (tx) => {
      const changed = await users.updateSettings(tx, caller.userId, settings);
      if (changed) await outbox.add(tx, userChanged, userChange(changed, clock.now()));
      return changed;
    }, caller.userId);
    if (!user) throw new AppError("error.unauthorized");
    return userView(user);
  });
