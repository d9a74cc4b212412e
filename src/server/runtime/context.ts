// What a verb gets beside its caller and its input. Built once in `main.ts`, and in tests by
// `test-app.ts`; nothing reads a clock, a random number or the environment in any other way.
import type { Caller } from '#domain/access.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import type { CardProvider } from './card-provider.ts';
import type { Config } from './config.ts';

/** Where a request comes from, for sessions, throttling and the log. */
export type Origin = { requestId: string; ip: string; userAgent: string };

/** Ports that a low floor needs and a higher room fills, in `app.ts`. */
export type Ports = {
  /** The caller behind an access token, as their session stands at this moment. */
  identify: (context: Context, accessToken: string) => Promise<Caller>;
  /** Runs in the transaction that makes an account. */
  welcome: (context: Context, userId: string) => Promise<void>;
};

export type Context = {
  /** The pool, or inside a transaction its one connection. */
  db: Database;
  config: Config & { authSecret: string };
  /** The present instant, shifted by the clock setting. Expiry is judged in SQL by `shop_now()`. */
  now: () => Date;
  origin: Origin;
  log: FastifyBaseLogger;
  ports: Ports;
  /** Who charges cards; null in a shop that takes credits only. */
  cardProvider: CardProvider | null;
};
