import {
  addIdentityFile,
  getIdentityCheck,
  getIdentityFile,
  removeIdentityFile,
  saveIdentityForm,
  setKycStatus,
} from "#libs/contracts/creator/index.ts";
import { approvePayout } from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const identity: Area = {
  title: "Identity checks by the staff",
  sections: [],
  groups: [
    {
      contracts: [saveIdentityForm, addIdentityFile, removeIdentityFile],
      code: ["domain/identity.ts", "kyc/change-open-check.ts"],
      rules: {
        "IDC-01": "A creator fills in a form and sends files; what is missing, or an age below `creator.min_age`, is 400 at its field.",
        "IDC-03": "Pictures keep their pixels only; a PDF with scripts, a disguised file is 400, a body beyond 10 MiB 413; all is sealed.",
      },
    },
    {
      contracts: [approvePayout],
      code: ["creator-check.tsx", "check-content.tsx"],
      rules: {
        "IDC-06": "By pages alone, a creator earns, is checked, asks for a payout and is paid; the month's statement has it.",
      },
    },
    {
      contracts: [getIdentityCheck, getIdentityFile, setKycStatus],
      code: ["kyc/identity-files.ts", "kyc/move-kyc.ts"],
      rules: {
        "IDC-02":
          "Fields and files are shown to `kyc:review` alone, each look is audited, and no fact or export of another person has them.",
        "IDC-04":
          "A refusal has reasons of a closed list and words; the creator reads both, keeps the files, and nobody decides about themselves.",
        "IDC-05":
          "Files end 90 days after the decision, and with the account; approved fields stay, because payouts must be accounted for.",
      },
    },
  ],
};
