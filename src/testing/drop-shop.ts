// Makes a shop with drops, for tests. It has a practice chain, a clock that tests move forward, and functions that
// bring a drop from draft to sale.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import type * as z from 'zod/mini';
import type { listAdminDrops, showAdminDrop } from '#contract/drops-admin.ts';
import type { boughtTicket } from '#contract/drops.ts';
import { readLogEntry, type LogEntry } from '#domain/packproof/log-objects.ts';
import { buildApp } from '../server/app.ts';
import { signAccessToken } from '../server/http/tokens.ts';
import { advanceDrops } from '../server/drops/advance-drops.ts';
import { startPracticeBeacon, type PracticeBeacon } from '../server/public-log/practice-beacon.ts';
import type { Context } from '../server/runtime/context.ts';
import { callApp, useTestApp, type CallOptions, type SignedIn } from './app.ts';
import { openAt } from './clock.ts';
import { stockPackType } from './stock.ts';

export type WireDrop = z.input<typeof listAdminDrops.reply>['drops'][number];
export type BoughtTicket = z.input<typeof boughtTicket>;
type WireDetail = z.input<typeof showAdminDrop.reply>;

/** The same shop, opened a second time at a later moment. */
type Now = { context: Context; app: FastifyInstance; close: () => Promise<void> };

/** Makes the shop for one file of tests. Call it once in that file, like `useTestApp`. */
export function openDropShop() {
  const shop = useTestApp({ PUBLIC_URL: 'https://shop.example' }, { cards: true });
  let now: Now | undefined;
  let clockMs = 0;
  let dir: string;
  const people = {} as { beacon: PracticeBeacon; admin: SignedIn; buyer: SignedIn };

  /** Moves the clock forward. */
  async function pass(seconds: number): Promise<void> {
    await now?.close();
    clockMs += seconds * 1000;
    const { context, close } = openAt(shop, clockMs);
    const app = await buildApp(context, shop.sandbox, { cachedMs: 0 });
    now = {
      context,
      app,
      close: async () => {
        await app.close();
        await close();
      },
    };
    Object.values(people).forEach((one) => 'accessToken' in one && renewToken(one, context));
  }

  /**
   * Renews an access token. Tokens are valid for a quarter of an hour, and tests of drops take longer. Sessions stay
   * valid.
   */
  function renewToken(one: SignedIn, { config, now: clock }: Context): void {
    const [, claims = ''] = one.accessToken.split('.');
    type Claims = { sub: string; sid: string };
    const { sub, sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
    const session = { userId: sub, sessionId: sid };
    one.accessToken = signAccessToken(session, config.authSecret, clock());
  }

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'beacon-'));
    people.beacon = await startPracticeBeacon(dir, () => Date.now() + clockMs);
    shop.context.beacon = people.beacon.source;
    await pass(0);
    people.admin = await shop.signUp({ credits: 1000, role: 'admin' });
    people.buyer = await shop.signUp(1000);
  });
  afterAll(async () => {
    await now?.close();
    await people.beacon.close();
    await rm(dir, { recursive: true });
  });

  const seconds = () => Math.floor((Date.now() + clockMs) / 1000);
  const at = (later: number) => new Date(Date.now() + clockMs + later * 1000).toISOString();
  const call = <Data = unknown>(method: string, path: string, options: CallOptions = {}) =>
    callApp<Data>(now!.app, method, path, { as: people.admin, ...options });
  const advance = () => advanceDrops(now!.context);
  const stocked = (packs: number, more: Partial<Parameters<typeof stockPackType>[1]> = {}) =>
    stockPackType(shop.context, { packs, purchaseLimit: null, ...more });
  const draft = (packTypeId: string, more: object = {}) => {
    const body = { packTypeId, opensAt: at(20), closesBy: at(3600), ...more };
    return call<WireDrop>('POST', '/admin/drops', { body });
  };
  const step = ({ id }: { id: string }, verb: string, body: object = {}) =>
    call<WireDrop>('POST', `/admin/drops/${id}/${verb}`, { body });

  /** Makes a draft from a type's packs that are in no drop. */
  async function drafted(packTypeId: string, more: object = {}): Promise<WireDrop> {
    const response = await draft(packTypeId, more);
    expect(response.body).toMatchObject({ success: true });
    return response.body.data;
  }

  /** Publishes a draft and opens it at its opening time. */
  async function opened(drop: { id: string }): Promise<WireDrop> {
    expect((await step(drop, 'publish')).body).toMatchObject({ success: true });
    await pass(21);
    await advance();
    const response = await step(drop, 'open');
    expect(response.body).toMatchObject({ data: { state: 'open', isOrdered: true } });
    return response.body.data;
  }

  return {
    shop,
    people,
    now: () => now!,
    pass,
    seconds,
    /** How far the shop's clock is ahead. */
    clockMs: () => clockMs,
    at,
    call,
    advance,
    stocked,
    draft,
    step,
    drafted,
    opened,
    /** Puts a drop of a new pack type on sale. */
    onSale: async (packs = 20, more: object = {}): Promise<{ drop: WireDrop; type: string }> => {
      const type = await stocked(packs);
      return { drop: await opened(await drafted(type, more)), type };
    },
    shown: async ({ id }: { id: string }) =>
      (await call<WireDetail>('GET', `/admin/drops/${id}`)).body.data,
    bought: (packTypeId: string, quantity = 1, as = people.buyer, more: object = {}) =>
      call<{ tickets: BoughtTicket[] }>('POST', '/payments/purchase-with-balance', {
        as,
        body: { packs: [{ packId: packTypeId, quantity }], paymentMethod: 'balance', ...more },
      }),
    historyOf: async ({ hash }: { hash: string | null }): Promise<LogEntry[]> => {
      const { data } = (await call<{ entry: string }[]>('GET', `/drops/${hash}/history`)).body;
      return data.map(({ entry }) => readLogEntry(entry));
    },
  };
}
