import type { Area } from "../area.ts";

export const field: Area = {
  title: "People, their devices, names and networks",
  sections: [],
  unused: [
    "FLD-01",
    "FLD-02",
    "FLD-03",
    "FLD-04",
    "FLD-05",
    "FLD-06",
    "FLD-07",
    "FLD-13",
    "FLD-15",
    "FLD-16",
    "FLD-17",
    "FLD-18",
    "FLD-19",
    "FLD-20",
    "FLD-21",
    "FLD-22",
    "FLD-23",
    "FLD-24",
    "FLD-25",
    "FLD-26",
    "FLD-27",
    "FLD-28",
    "FLD-29",
    "FLD-30",
    "FLD-31",
    "FLD-32",
  ],
  groups: [
    {
      code: ["app/client/session.ts", "app/client/live.ts", "browser/tabs.ts"],
      rules: {
        "FLD-11":
          "A tab that hangs holds up no other one: within five seconds another tab renews the session and reads the stream of news.",
      },
    },
    {
      code: ["browser/sign-in-mark.ts", "hide-in-memory.ts", "app/app.tsx", "staff-session.ts"],
      rules: {
        "FLD-12":
          "After signing out, no tab and no page from the browser's memory shows anything personal, however long the next page takes.",
      },
    },
    {
      code: ["browser/storage.ts", "sign-in-obstacle.ts", "random-key.ts", "page-responses.tsx"],
      rules: {
        "FLD-09": "Over plain http, public pages work without an error in the console; signing in says that it needs https, and why.",
        "FLD-10": "In a browser that keeps nothing every page can be read, and signing in says what is wrong.",
      },
    },
    {
      code: ["use-dates.ts", "parts/controls.tsx"],
      rules: {
        "FLD-08": "A date typed in part and a wrong year are reported at their field; other fields keep their text.",
      },
    },
    {
      code: ["login-callback.tsx", "sign-in-elsewhere.ts"],
      rules: {
        "FLD-14": "A refusal or failure at the provider and a repeated callback send nothing, and lead back and to another try.",
      },
    },
    {
      code: ["translated-texts.ts"],
      rules: {
        "FLD-33": "While a page translator replaces texts, amounts, counters, errors and buttons still change, and nothing is doubled.",
      },
    },
    {
      code: ["dashboard/traffic.ts", "dashboard/dashboard.tsx"],
      rules: {
        "FLD-34": "The numbers say whose days they are, and show no day that has not begun for their reader.",
      },
    },
  ],
};
