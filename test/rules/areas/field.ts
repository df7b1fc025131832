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
    "FLD-08",
    "FLD-09",
    "FLD-10",
    "FLD-11",
    "FLD-12",
    "FLD-13",
    "FLD-14",
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
    "FLD-33",
    "FLD-34",
  ],
  groups: [
    {
      code: ["message-size.ts", "nats-conf.ts", "ticket-view.ts"],
      rules: {
        "FLD-26": "A ticket of long messages in any script can be read, answered and closed from both sides; what was stored is answered.",
        "FLD-27": "The largest answer that a contract allows fits into one message of the bus, in three bytes a character.",
      },
    },
    {
      code: ["redis-primary.ts", "redis-link.ts", "used-memory.ts"],
      rules: {
        "FLD-28":
          "When the named Redis becomes a replica, the processes write to its primary within ten seconds, with one line in the log.",
        "FLD-32": "A full Redis doubles no money and allows no free message too many, with any policy; an alarm says that it is full.",
      },
    },
    {
      code: ["http-server.ts", "keys/ops.ts"],
      rules: {
        "FLD-29": "Idle connections outlive the 60 seconds of a balancer by a setting, and are closed first when the gateway stops.",
      },
    },
    {
      code: ["create-runtime.ts", "read-env.ts"],
      rules: {
        "FLD-30": "A webhook reaches a host of which one address is far away and the other one dead.",
      },
    },
    {
      code: ["bus-clock.ts", "caller.ts", "operations/report-vitals.ts"],
      rules: {
        "FLD-31": "Calls through a gateway whose clock is wrong by 15 seconds work, and its health is degraded.",
      },
    },
  ],
};
