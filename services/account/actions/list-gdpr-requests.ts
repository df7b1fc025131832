import { implement } from "#libs/contract-kit/implement.ts";
import { listGdprRequests } from "#libs/contracts/account/gdpr.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { gdprRequestView } from "../views/gdpr-request-view.ts";

/** GET /gdpr/requests */
export const listGdprRequestsAction = ({ clock, users, gdprRequests }: Pick<Deps, "clock" | "users" | "gdprRequests">) =>
  implement(listGdprRequests, async ({ caller: { userId } }) => {
    if (!(await users.find(userId))) throw new AppError("error.user.not_found");
    const now = clock.now();
    return (await gdprRequests.listOfUser(userId)).map((request) => gdprRequestView(request, now));
  });
