import { creatorVacation } from "#libs/contracts/creator/index.ts";
import type { Area } from "../area.ts";

export const trust: Area = {
  title: "The bus between the processes, and who may speak on it",
  sections: [],
  groups: [
    {
      code: ["named-transporter.ts", "packet-check.ts", "plain-subject.ts", "node-info.ts"],
      rules: {
        "BUS-04": "A packet whose action or event is not the one in its subject is dropped and counted, for a group as for one node.",
        "BUS-05":
          "A packet whose sender is not the plain id of a node of the process in its subject is dropped; so is the answer of a process that was not asked.",
        "BUS-07":
          "No process can report another one as gone or changed, or as a host of its actions; no registration of a node stops others, and calls go on.",
      },
    },
    {
      code: ["bus/bus-plan.ts", "nats-conf.ts", "jetstream-keeper.ts"],
      rules: {
        "BUS-01": "A client without a key is turned away by the bus, and the bus speaks TLS.",
        "BUS-02": "A process hears only what is meant for it: no foreign calls, answers or inboxes.",
        "BUS-03": "A process cannot run an action that it has not declared.",
        "BUS-08": "Only its owner publishes an event; an event of another owner, in any way it came, has no effect.",
        "BUS-09": "A process cannot read, empty or delete the stored events, neither by a request nor by a redirected answer.",
      },
    },
    {
      code: ["make-keys.ts", "deploy/launch/service.ts", "open-bus.ts", "broker-options.ts"],
      rules: {
        "BUS-10":
          "Keys lie in files that their owner alone may read, and nowhere else; so do the files of the embedded store, its copies and written mails.",
        "BUS-13": "In production a process does not start on a bus that lets anybody in, or without its keys.",
        "BUS-14": "A process whose subscription the bus refuses ends with 2 and names the subject.",
      },
    },
    {
      code: ["caller.ts", "seal-keys.ts", "implement.ts"],
      rules: { "BUS-06": "The seal of a user is worth nothing for another action, another request or after some seconds." },
    },
    {
      code: ["store-users.ts", "choose-store.ts", "local-servers.ts"],
      rules: {
        "BUS-12":
          "The stores ask for a password; a process reaches its own data only, in Redis with the commands that it uses. Ledger entries and the audit log can be added to, not changed; a forged answer in Redis is not sent.",
      },
    },
    {
      code: ["keys/keys.ts", "local-bus.ts", "named-transporter.ts", "unheard-calls.ts"],
      rules: {
        "BUS-11":
          "Keys are replaced while the system runs without a failed request, and a retired or revoked key is refused; after a restart nothing that stood in a revoked file is worth anything.",
      },
    },
  ],
};

export const subscribers: Area = {
  title: "Public facts, and those outside who hear them",
  sections: [],
  groups: [
    {
      contracts: [creatorVacation],
      code: ["contracts/public-facts.ts"],
      rules: {
        "SUB-05": "The event of a vacation has a rising version and the time of the change, alike in webhook, stream and event.",
      },
    },
    {
      code: ["facts.service.ts", "facts-broker.ts"],
      rules: {
        "SUB-01":
          "A plain Moleculer service hears a public fact as an event within a second: its data are the params, the rest is beside them.",
        "SUB-06": "Of the nodes of a group one hears each public fact, once, for any number of relay processes.",
      },
    },
    {
      code: ["jetstream-subscribers.ts", "bus-plan.ts", "make-keys.ts"],
      rules: {
        "SUB-02": "A subscriber with a durable consumer gets every public fact of the time in which it was away, once.",
        "SUB-03":
          "A subscriber's key hears nothing of the platform and forges no event; it reaches stored events through its own consumer only, also by redirected answers.",
      },
    },
    {
      code: ["asyncapi-document.ts", "events-page.ts"],
      rules: {
        "SUB-04":
          "The public facts are described by a valid AsyncAPI 3.0.0 document and a page that needs no script; others are not in it.",
      },
    },
  ],
};

export const telemetry: Area = {
  title: "What operators see of a running system",
  sections: [],
  groups: [
    {
      code: ["running-action.ts", "outbox.ts", "domain/signature.ts"],
      rules: {
        "TEL-05":
          "The `X-Request-Id` of a request is in the log lines of every involved service, in its events, and in its webhooks' header and body; work of a job has the id of its run.",
      },
    },
    {
      code: [
        "operations/operations.ts",
        "process-server.ts",
        "process-health.ts",
        "metrics/metrics.ts",
        "declared-metrics.ts",
        "call-figures.ts",
      ],
      rules: {
        "TEL-01": "Every process serves its own figures and its own health on a port of its own; the public port has no figures.",
        "TEL-02": "The money in escrow is shown by the process that owns the ledger, and by no other.",
        "TEL-03": "Sending a message and delivering a webhook move their counters.",
        "TEL-04": "For any requests of clients, a process has a bounded number of series.",
        "TEL-06":
          "A service that loses the bus says on its own port that it is not ready, and that it is again; a bus that stood still serves as before.",
      },
    },
    {
      code: ["policies/alarms.ts", "read-vitals.ts", "operations/report-vitals.ts", "domain/evaluate-alarms.ts"],
      rules: {
        "TEL-07": "A violated invariant of the ledger becomes an alarm within a minute, which ends after the repair.",
      },
    },
    {
      code: ["heartbeat/send-heartbeat.ts", "domain/stale-parts.ts", "audit/running-hash.store.ts", "audit/record-hashes.ts"],
      rules: {
        "TEL-08":
          "A heartbeat with the running hashes of ledger and audit log leaves the system each minute while the parts that matter work; it stops when one does not.",
      },
    },
    {
      code: ["contract-kit/tracing.ts", "operations/tracing.ts", "otlp-tracer.ts"],
      rules: {
        "TEL-09": "Where an operator wants traces, one goes from the request to the webhook; where not, nothing of it is loaded.",
      },
    },
  ],
};

export const load: Area = {
  title: "Load, outages and clocks that are wrong",
  sections: [],
  groups: [
    {
      code: ["lost-facts.ts", "jetstream-durables.ts", "actions/stored-facts.ts"],
      rules: {
        "LOD-06":
          "Facts that the bus confirmed and lost are published again and applied once, also where a consumer stood beyond what is left.",
      },
    },
    {
      code: ["lapsed-lease.ts", "outbox-relay.ts"],
      rules: {
        "LOD-09":
          "After the clock has moved by an hour or a day in either direction, events leave the outbox within seconds and calls go on.",
      },
    },
    {
      code: ["client-location.ts", "pipeline/rate-limit.ts"],
      rules: {
        "LOD-01": "A client does not evade a limit by addresses that it claims to forward.",
        "LOD-02": "A client does not evade a limit by taking many addresses of one network.",
      },
    },
    {
      code: ["upgrade/begin-upgrade.ts"],
      rules: {
        "LOD-03": "Parallel upgrades of one user end quickly and delay no other user.",
      },
    },
    {
      code: ["profile/retry-on-conflict.ts"],
      rules: {
        "LOD-04": "Parallel changes of one creator's vacation all succeed.",
      },
    },
    {
      code: ["admission/admission.ts", "connection-caps.ts", "shared-port.ts", "work-limit.ts", "contract-kit/implement.ts"],
      rules: {
        "LOD-05":
          "Above its capacity the gateway refuses the least important requests at once, and money keeps moving. A service queues no more than it can answer in time, and does nothing for callers who have given up; it reserves connections to its database for open transactions.",
      },
    },
    {
      code: ["launch/local-servers.ts", "supervise.ts"],
      rules: {
        "LOD-07": "A bus or a counter store that dies is started again, and sending works within seconds.",
      },
    },
    {
      code: ["run-until-stopped.ts", "launch/cluster.ts"],
      rules: {
        "LOD-08": "Ctrl-C ends a loaded cluster in seconds, without a stack trace and without work half done.",
      },
    },
    {
      code: ["domain/username.ts", "readable-text.ts", "http/gateway-server.ts"],
      rules: {
        "LOD-10": "Small faults of long ago stay mended, and a process killed inside a transaction is back within seconds.",
      },
    },
    {
      code: ["config-sync.ts", "require-settings.ts", "settings-backup.ts"],
      rules: {
        "LOD-11": "A service that cannot reach the settings says so, and stops moving money after a minute.",
      },
    },
  ],
};

export const simulation: Area = {
  title: "Invariants of simulated runs under any fault",
  sections: [],
  groups: [
    {
      code: ["kernel/timers.ts", "kernel/random.ts"],
      rules: {
        "SIM-01":
          "Thousands of simulated runs with crashes, conflicts, lost acknowledgements, lost streams and wrong clocks break no invariant of money and events; ten thousand take a minute at most.",
        "SIM-02": "Each mistake that is planted around a port is found, by the invariant that is named for it.",
        "SIM-03": "A simulated run follows from its seed: the same seed gives the same run, step by step.",
      },
    },
  ],
};
