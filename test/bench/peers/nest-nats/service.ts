import "reflect-metadata";
import { Controller, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { MessagePattern, type MicroserviceOptions, Payload, Transport } from "@nestjs/microservices";
import { listNotifications, listQuery } from "../kit/notifications.ts";
import { ready, variable } from "../kit/ready.ts";
import { openStore } from "../kit/store.ts";
import { isStored, sessionRow, type Visit } from "../kit/visit.ts";

// The service on Nest: a microservice with message patterns over NATS.
const store = await openStore();

@Controller()
class Service {
  @MessagePattern("analytics.session")
  async session(@Payload() { body, userAgent }: { readonly body: Visit; readonly userAgent: string }): Promise<object> {
    if (!isStored(body, userAgent)) return { id: null };
    const row = sessionRow(body, userAgent);
    try {
      await store.sessions.insertOne(row);
    } catch {
      return { id: null };
    }
    return { id: row._id, createdAt: row.createdAt };
  }

  @MessagePattern("notifications.list")
  list(@Payload() { userId, query }: { readonly userId: string; readonly query: Record<string, string> }): Promise<object> {
    return listNotifications(store, userId, listQuery(query));
  }
}

@Module({ controllers: [Service] })
class App {}

const app = await NestFactory.createMicroservice<MicroserviceOptions>(App, {
  transport: Transport.NATS,
  options: { servers: [variable("NATS_URL")], tls: { caFile: variable("NATS_CA_FILE") }, queue: "service" },
  logger: false,
});
await app.listen();
ready();
