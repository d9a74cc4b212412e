// The shop's process is killed while it checks and applies a CSV file of 100,000 packs.
import { afterEach, expect, test } from 'vitest';
import type { ImportDetail } from '#contract/imports.ts';
import { giveRole } from '../../src/testing/app.ts';
import { freePort, killShops, openShop } from '../../src/testing/process.ts';
import { stockPackType } from '../../src/testing/stock.ts';
import { decide } from '../kit/customer.ts';
import { count, report, seconds } from '../kit/figures.ts';
import { until } from '../kit/until.ts';
import { expectAuditZero, freshDatabase, makePeople, openWorld } from '../kit/world.ts';

afterEach(killShops);

const LINES = 100_000;
/** A killed process's job goes on after its heartbeat is missed, which takes a minute; the rest is work. */
const SECONDS_MOST = 900;

test(
  'an import of 100,000 lines is killed while it is checked and half-way through: nothing comes in twice, nothing is missing',
  { timeout: 4 * SECONDS_MOST * 1000 },
  async () => {
    const world = openWorld(await freshDatabase());
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    let shop = await openShop(world.environment, { port });
    const [operator] = await makePeople(world, 1, 0);
    await giveRole(world, operator!, 'admin');
    const packType = await stockPackType(world.context, { packs: 0, purchaseLimit: null });
    const lines = Array.from(
      { length: LINES },
      (_, at) => `${packType};A-${at};FF-${at};1;2;3 | LP`,
    );
    const text = ['pack type;serial;certification;card 1;card 2;card 3', ...lines].join('\n');
    const file = Buffer.from(text).toString('base64');

    const call = async (method: string, path: string, body?: object) => {
      const { status, code, data } = await decide<ImportDetail>(address, operator!, {
        method,
        path: `/admin/imports${path}`,
        ...(body !== undefined && { body }),
      });
      expect([status, code]).toEqual([200, null]);
      return data;
    };
    const start = () => call('POST', '', { kind: 'stock', fileName: 'packs.csv', file });
    const untilState = (id: string, state: string, worked = 0) =>
      until(`${state} with ${worked} lines`, SECONDS_MOST, async () => {
        const found = await call('GET', `/${id}`);
        return found.state === state && found.worked >= worked && found;
      });
    const kill = async () => {
      await shop.end('SIGKILL');
      shop = await openShop(world.environment, { port });
    };
    const packs = async () => {
      const { rows } = await world.owner.query<{ packs: number; serials: number }>(
        'select count(*)::int as packs, count(distinct serial)::int as serials from physical_packs',
      );
      return rows[0]!;
    };

    const { id } = await start();
    await untilState(id, 'checking', LINES / 4);
    await kill();
    const checked = await untilState(id, 'checked');
    expect(checked.counts).toEqual({ new: LINES, changed: 0, same: 0, wrong: 0 });

    const began = performance.now();
    await call('POST', `/${id}/apply`, { mode: 'right' });
    await untilState(id, 'applying', LINES / 2);
    await kill();
    const half = await packs();
    expect(half.packs).toBeGreaterThanOrEqual(LINES / 2);
    expect(half.packs).toBeLessThan(LINES);
    const done = await untilState(id, 'done');
    const tookMs = performance.now() - began;
    expect(done.counts).toEqual({ new: LINES, changed: 0, same: 0, wrong: 0 });
    expect(await packs()).toEqual({ packs: LINES, serials: LINES });

    const again = await untilState((await start()).id, 'checked');
    expect(again.counts).toEqual({ new: 0, changed: 0, same: LINES, wrong: 0 });
    report('T32', 'import of packs, shop killed (SIGKILL)', [
      `${count(LINES)} lines, killed while they were checked, and with ${count(half.packs)} packs in stock`,
      `applied in ${seconds(tookMs)}, with the minute until another process goes on`,
      `${count((await packs()).packs)} packs, none twice`,
    ]);
    await expectAuditZero(world);
    await shop.end('SIGTERM');
    await world.close();
  },
);
