import { logout } from "#libs/contracts/account/index.ts";
import { stepUp } from "#libs/contracts/account/step-up.ts";
import { api, session } from "../../client/api.ts";
import { whoAmI } from "../../client/me.ts";
import { go, onward } from "../../client/navigation.ts";
import type { Prover } from "../../client/step-up/step-up.ts";

/** How a signed-in user proves again who it is. */
export const userProver: Prover = {
  async provesBy() {
    const me = await whoAmI();
    if (!me) return "password";
    if (me.secondFactors > 0) return "factor";
    return me.hasPassword ? "password" : "nothing";
  },
  client: api,
  async prove(answer) {
    const { accessToken, expiresIn } = await api.call(stepUp, answer);
    session.begin(accessToken, expiresIn, true);
  },
  async signIn() {
    const way = `/login${onward(location.pathname + location.search)}`;
    await api.call(logout).catch(() => undefined);
    session.forget();
    go(way, "replace");
  },
};
