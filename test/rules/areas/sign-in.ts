import { cancelEmailChange, changeEmail, confirmEmailChange, getEmailChange, undoEmailChange } from "#libs/contracts/account/index.ts";
import type { Area } from "../area.ts";

export const signIn: Area = {
  title: "Sign-in and what waits",
  sections: [],
  groups: [
    {
      contracts: [getEmailChange, changeEmail, cancelEmailChange, confirmEmailChange, undoEmailChange],
      code: ["held/email-change.ts", "held/finish-holds.ts", "held-change.store.ts", "settings-email.tsx"],
      rules: {
        "SGN-04": "A request for another address is answered alike for a free, a taken and the own one, and changes nothing by itself.",
        "SGN-05":
          "The old address signs in until the new one is confirmed and the hold is over; then the new one does, and links mailed before are void.",
        "SGN-06":
          "The link mailed to the old address stops the change, ends the sessions and voids the password; a completed reset stops it too.",
        "SGN-12": "Nothing that waits of an account is left after its purge.",
        "SGN-13": "A newer request replaces an older one, and the link of either mail stops it.",
        "SGN-19": "Address and what waits are seen, changed and stopped by pages.",
      },
    },
  ],
  unused: [
    ...(["SGN-01", "SGN-02", "SGN-03", "SGN-07", "SGN-08", "SGN-09", "SGN-10", "SGN-11"] as const),
    ...(["SGN-14", "SGN-15", "SGN-16", "SGN-17", "SGN-18"] as const),
  ],
};
