import { stepUp } from "#libs/contracts/account/step-up.ts";
import { api, session } from "../../client/api.ts";
import { signOut } from "../../client/frame.ts";
import { whoAmI } from "../../client/me.ts";
import { onward } from "../../client/navigation.ts";
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
  signIn: () => signOut(`/login${onward(location.pathname + location.search)}`),
};
