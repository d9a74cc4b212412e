// The shop's process is killed several times while it checks and applies CSV files of 100,000 packs, people and prices.
import { afterEach, expect, test } from 'vitest';
import type { ImportDetail } from '#contract/imports.ts';
import type { ImportKind } from '#domain/import-file.ts';
import { giveRole } from '../../src/testing/app.ts';
import { freePort, killShops, openShop } from '../../src/testing/process.ts';
import { stockPackType } from '../../src/testing/stock.ts';
import { decide } from '../kit/customer.ts';
import { count, report, seconds } from '../kit/figures.ts';
import { until } from '../kit/until.ts';
import {
  expectAuditZero,
  freshDatabase,
  makePeople,
  openWorld,
  signInAnew,
  type Person,
  type World,
} from '../kit/world.ts';

afterEach(killShops);

const LINES = Number(process.env['IMPORT_LINES'] ?? 100_000);
/** A killed process's job goes on after its heartbeat is missed, which takes a minute; the rest is work. */
const SECONDS_MOST = 900;

type File = {
  kind: ImportKind;
  head: string;
  line: (at: number) => string;
  outcome: 'new' | 'changed';
  /**
   * SQL that counts how many things of the file are in the shop, how many of them differ, and how many the audit log
   * names.
   */
  counted: string;
};

const FILES: Record<string, (world: World) => Promise<File>> = {
  packs: async (world) => {
    const type = await stockPackType(world.context, { packs: 0, purchaseLimit: null });
    return {
      kind: 'stock',
      head: 'pack type;serial;certification;card 1;card 2;card 3',
      line: (at) => `${type};A-${at};FF-${at};1;2;3 | LP`,
      outcome: 'new',
      counted: `select count(*)::int as stored, count(distinct serial)::int as differing, (
          select sum((after->>'packs')::int)::int from audit_log where action = 'take_in_packs'
        ) as recorded from physical_packs`,
    };
  },
  people: async () => ({
    kind: 'people',
    head: 'email;full name',
    line: (at) => `csv-${at}@example.test;Person ${at}`,
    outcome: 'new',
    counted: `select count(*)::int as stored, count(distinct email)::int as differing, (
        select sum(jsonb_array_length(after->'users'))::int from audit_log where action = 'import_users'
      ) as recorded from users where email like 'csv-%@example.test'`,
  }),
  prices: async (world) => {
    await stockPackType(world.context, { packs: 0 });
    await world.owner.query(
      `insert into pack_types (id, set_id, card_count, name, description, price, position, odds, filling)
       select 'csv-' || at, 'magic-tst', 3, 'CSV ' || at, '', 1000, 0, '[]', '[]' from generate_series(0, $1::int - 1) at`,
      [LINES],
    );
    return {
      kind: 'prices',
      head: 'id;price',
      line: (at) => `csv-${at};11.50`,
      outcome: 'changed',
      counted: `select count(*)::int as stored, count(distinct id)::int as differing, (
          select count(*)::int from audit_log where action = 'change_pack_type' and subject_id like 'csv-%'
        ) as recorded from pack_types where id like 'csv-%' and price = 1150`,
    };
  },
};

test.each(Object.keys(FILES))(
  'an import of 100,000 %s is killed while it is checked and three times while it is applied: nothing twice, nothing missing',
  { timeout: 6 * SECONDS_MOST * 1000 },
  async (what) => {
    const world = openWorld(await freshDatabase());
    const port = await freePort();
    let shop = await openShop(world.environment, { port });
    const [operator] = await makePeople(world, 1, 0);
    await giveRole(world, operator!, 'admin');
    const { kind, head, line, outcome, counted } = await FILES[what]!(world);
    const text = [head, ...Array.from({ length: LINES }, (_, at) => line(at))].join('\n');
    const file = Buffer.from(text).toString('base64');
    const imports = importsOf(world, `http://127.0.0.1:${port}`, operator!);
    const start = () => imports.call('POST', '', { kind, fileName: `${what}.csv`, file });
    const kill = async () => {
      await shop.end('SIGKILL');
      shop = await openShop(world.environment, { port });
    };
    const stored = async () => {
      const { rows } = await world.owner.query<{
        stored: number;
        differing: number;
        recorded: number | null;
      }>(counted);
      return rows[0]!;
    };

    const { id } = await start();
    await imports.until(id, 'checking', LINES / 4);
    await kill();
    const checked = await imports.until(id, 'checked');
    const all = { new: 0, changed: 0, same: 0, wrong: 0, [outcome]: LINES };
    expect(checked.counts).toEqual(all);

    const began = performance.now();
    await imports.call('POST', `/${id}/apply`, { mode: 'right' });
    const kills: number[] = [];
    for (const part of [1 / 4, 1 / 2, 3 / 4]) {
      await imports.until(id, 'applying', LINES * part);
      await kill();
      const { stored: now, recorded } = await stored();
      expect(recorded).toBe(now);
      expect(now).toBeGreaterThanOrEqual(LINES * part);
      expect(now).toBeLessThan(LINES);
      kills.push(now);
    }
    const done = await imports.until(id, 'done');
    const tookMs = performance.now() - began;
    expect(done.counts).toEqual(all);
    expect(await stored()).toEqual({ stored: LINES, differing: LINES, recorded: LINES });

    const again = await imports.until((await start()).id, 'checked');
    expect(again.counts).toEqual({ new: 0, changed: 0, same: LINES, wrong: 0 });
    report('T32', `import of ${what}, shop killed (SIGKILL)`, [
      `${count(LINES)} lines, killed while they were checked, and with ${kills.map(count).join(', ')} applied`,
      `applied in ${seconds(tookMs)}, with a minute after each kill until another process goes on`,
      'none missing, none twice',
    ]);
    await expectAuditZero(world);
    await shop.end('SIGTERM');
    await world.close();
  },
);

function importsOf(world: World, address: string, operator: Person) {
  const call = async (method: string, path: string, body?: object): Promise<ImportDetail> => {
    const request = { method, path: `/admin/imports${path}`, ...(body !== undefined && { body }) };
    const { status, code, data } = await decide<ImportDetail>(address, operator, request);
    if (code === 'TOKEN_EXPIRED') {
      // On a slow machine an import takes longer than a token lives.
      await signInAnew(world, [operator]);
      return call(method, path, body);
    }
    expect([status, code]).toEqual([200, null]);
    return data;
  };
  return {
    call,
    /**
     * Waits until an import is in a state and has worked through this many lines. Throws at once if it is done before
     * that.
     */
    until: (id: string, state: string, worked = 0) =>
      until(`${state} with ${worked} lines`, SECONDS_MOST, async () => {
        const found = await call('GET', `/${id}`);
        if (found.state === 'done' && state !== 'done')
          throw new Error(`It was done before ${state}`);
        return found.state === state && found.worked >= worked && found;
      }),
  };
}
