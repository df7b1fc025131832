import { creatorVacation } from "#libs/contracts/creator/index.ts";
import { messageSent } from "#libs/contracts/messaging/index.ts";
import type { Area } from "../area.ts";

export const operations: Area = {
  title: "Descriptions of the interface, running and stopping",
  sections: ["9"],
  groups: [
    {
      code: ["openapi/document.ts", "scopes.ts", "operation.ts"],
      rules: {
        "OPS-01": "The interface describes itself in four scopes (full, public, user, admin) with version 1.0.",
        "OPS-02":
          "The public description holds the operations without credentials, and the user's adds those with a bearer token; only the admin's and the full one name admin paths.",
        "OPS-03": "Every route that is served is described, and every described route is served.",
        "OPS-04": "What is deprecated says so: the audit log's `offset`, `POST /users/delete` and `GET /admin/config/all`.",
        "OPS-15":
          "`Deprecation` is the date since when (RFC 9745), `Sunset` the date until when if one is set (RFC 8594); links name the successor and the documentation.",
        "OPS-05": "The descriptions are valid OpenAPI 3.1, and the answers that the tests see fit them.",
        "OPS-16": "In production the descriptions with routes of the administration (`admin`, `full`) are for administrators only.",
      },
    },
    {
      code: ["operations/health.ts", "built-in-route.ts"],
      rules: {
        "OPS-06":
          "There are routes for liveness and readiness; readiness is 503 and names what is missing while the bus or a database is away.",
      },
    },
    {
      code: ["metrics/metrics.ts", "process-server.ts"],
      rules: {
        "OPS-07": "Metrics in Prometheus' text format count requests, limits, refused tracking, deliveries, escrow and outbox rows.",
      },
    },
    {
      code: ["bundle/image-root.ts"],
      rules: {
        "OPS-19": "An image holds less than 60 MB beside Node, no development package, test or source map, and starts from that alone.",
      },
    },
    {
      code: ["ports-or-exit.ts"],
      rules: { "OPS-17": "A port that another process has is named in one sentence, with its variable, and the start ends with 2." },
    },
    {
      code: ["docker-compose.yml"],
      rules: {
        "OPS-08": "`docker compose up` in a fresh checkout is ready within two minutes, with demo data and without a secret made by hand.",
      },
      notBuilt: "No test can run it: it asks for an engine that runs containers.",
    },
    {
      code: ["cluster.ts", "supervise.ts"],
      rules: {
        "OPS-09":
          "Several processes of each service work as one: a paid message passes between them from send to release, and the ledger is right.",
        "OPS-10": "A service that is killed and started again has lost no event that it had accepted.",
      },
    },
    {
      code: ["run-until-stopped.ts", "create-broker.ts"],
      rules: { "OPS-11": "After SIGTERM a process finishes what it has begun, takes nothing new and exits with 0 within ten seconds." },
    },
    {
      code: ["logger.ts", "request-log.ts", "broker-log.ts"],
      rules: {
        "OPS-12":
          "Logs are lines of JSON with correlation ids and hold no secret, token, password, visitor's address or text of a message.",
      },
    },
    {
      code: ["read-env.ts"],
      rules: {
        "OPS-13":
          "In production a process refuses to start without its secrets, with weak ones or with test hooks, and names each problem; so does one whose `NODE_ENV` is unknown.",
        "OPS-18": "In production a process is asked for the secrets that it uses, and does not read those of other processes.",
      },
    },
    {
      contracts: [messageSent, creatorVacation],
      code: ["write-event-schemas.ts"],
      rules: {
        "OPS-14": "Every event has a JSON Schema, which a command writes and a test compares with the contract and with what is sent.",
      },
    },
  ],
};
