import "reflect-metadata";
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Headers,
  HttpCode,
  HttpException,
  Inject,
  Injectable,
  Module,
  Post,
  Query,
  Req,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { type ClientProxy, ClientsModule, Transport } from "@nestjs/microservices";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import type { FastifyRequest } from "fastify";
import { firstValueFrom, timeout } from "rxjs";
import { type Claims, verifyToken } from "../kit/access-token.ts";
import { success } from "../kit/envelope.ts";
import { clientAddress, isWithinLimit } from "../kit/rate-limit.ts";
import { ready, variable } from "../kit/ready.ts";
import { CreateSessionDto } from "./create-session.dto.ts";

// The gateway on Nest: adapter for Fastify, guards, ValidationPipe with class-validator, ClientProxy over NATS.
const TIMEOUT_MS = 3_000;

type SignedIn = FastifyRequest & { user?: Claims };

@Injectable()
class RateGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers, ip, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isWithinLimit(clientAddress(headers, ip) + routeOptions.url)) throw new HttpException("too many requests", 429);
    return true;
  }
}

@Injectable()
class AuthGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<SignedIn>();
    const claims = verifyToken(request.headers.authorization);
    if (!claims) throw new UnauthorizedException();
    request.user = claims;
    return true;
  }
}

// The types of parameters are named here, because esbuild writes no metadata of decorators.
const visits = new ValidationPipe({ whitelist: true, transform: true, expectedType: CreateSessionDto });

@Controller("api/v1")
@UseGuards(RateGuard)
class Api {
  private readonly bus: ClientProxy;

  constructor(@Inject("BUS") bus: ClientProxy) {
    this.bus = bus;
  }

  @Post("analytics/session")
  @HttpCode(200)
  async session(@Body(visits) body: CreateSessionDto, @Headers("user-agent") userAgent = ""): Promise<object> {
    return success(await this.ask("analytics.session", { body, userAgent }));
  }

  @Get("notifications")
  @UseGuards(AuthGuard)
  async list(@Query() query: Record<string, string>, @Req() { user }: SignedIn): Promise<object> {
    return success(await this.ask("notifications.list", { userId: user?.sub, query }));
  }

  private ask(subject: string, payload: object): Promise<unknown> {
    return firstValueFrom(this.bus.send(subject, payload).pipe(timeout(TIMEOUT_MS)));
  }
}

const options = { servers: [variable("NATS_URL")], tls: { caFile: variable("NATS_CA_FILE") } };

@Module({ imports: [ClientsModule.register([{ name: "BUS", transport: Transport.NATS, options }])], controllers: [Api] })
class App {}

const app = await NestFactory.create<NestFastifyApplication>(App, new FastifyAdapter({ bodyLimit: 65_536 }), { logger: false });
await app.listen(Number(variable("PORT")), "127.0.0.1");
ready();
