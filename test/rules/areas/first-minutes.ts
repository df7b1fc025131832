import type { Area } from "../area.ts";

export const firstMinutes: Area = {
  title: "The first minutes: starting, looking around, stopping",
  sections: [],
  unused: ["FST-13", "FST-15"],
  groups: [
    {
      code: ["launch/announce.ts", "process-logger.ts"],
      rules: {
        "FST-01": "A start on a terminal prints a block of addresses that open, and lines for people; Ctrl-C ends it with 0.",
        "FST-02": "A start in a pipe writes JSON lines only, one of which says that the system is ready and where.",
      },
    },
    {
      code: ["ports-or-exit.ts", "choose-store.ts"],
      rules: { "FST-03": "A port or folder that is taken is named in one sentence with a remedy, and the start ends with 2." },
    },
    {
      code: ["run-until-stopped.ts"],
      rules: {
        "FST-14":
          "Ctrl-C ends the single process under load within ten seconds, with 0 and nothing lost; a second one within a second, with 130.",
      },
    },
    {
      code: ["allowed-origins.ts", "http-server.ts"],
      rules: {
        "FST-12":
          "The interface answers on both loopback addresses; outside of production pages of this machine may use it with credentials.",
      },
    },
    {
      code: ["index-route.ts", "mailbox.page.tsx"],
      rules: { "FST-16": "The address of the interface says where everything is, and a mailbox shows local mails to this machine only." },
    },
    {
      code: ["env/variables.ts", "launch/help.ts", "docs/operating.md"],
      rules: {
        "FST-06": "Help lists all variables and makes nothing.",
        "FST-17": "The README is short, has pictures, and its links resolve.",
      },
    },
    {
      code: ["read-env.ts", "run-until-stopped.ts"],
      notBuilt: "Checks of misspelt variables, secrets from files, the doctor, the story and the operator's kit come with a later part.",
      rules: {
        "FST-04": "Wrong variables are named in one line each before anything is made.",
        "FST-05": "A misspelt variable is an error that names the right one.",
        "FST-07": "A secret may be given as a file.",
        "FST-08": "A doctor checks the machine and says what to do.",
        "FST-09": "The first paid message is a script that works in every shell.",
        "FST-10": "A story fills a system with thirty days of life.",
        "FST-11": "A story is told once, and never among people.",
        "FST-18":
          "The repository has its licence, its guides and its changelog, no unused code, and runs no install scripts but allowed ones.",
      },
    },
  ],
};
