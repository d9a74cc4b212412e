// The shop's process is killed again and again while people buy and a receiver of webhooks takes events, and is away
// itself for a while.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { giveRole } from '../../src/testing/app.ts';
import { freePort, killShops, openShop } from '../../src/testing/process.ts';
import { startReceiver, type Received } from '../../src/testing/receiver.ts';
import { gatherBuyers, runLoad } from '../kit/buyers.ts';
import { decide, during } from '../kit/customer.ts';
import { count, report, seconds } from '../kit/figures.ts';
import { until } from '../kit/until.ts';
import { expectAuditZero, freshDatabase, makePeople, openWorld, type World } from '../kit/world.ts';
import { CLIENTS, KILLS, packsFor } from './harness/settings.ts';

afterEach(killShops);

const EVENTS = ['order.paid', 'order.opened', 'card.sold', 'parcel.requested'];
const SECONDS_MOST = 600;

test('the shop is killed under load while it sends webhooks: each sale has its event, no event is lost, and each subject’s come in order', async () => {
  const receiver = await startReceiver();
  const world = openWorld(await freshDatabase(), { WEBHOOK_NETWORKS: '127.0.0.0/8' });
  const port = await freePort();
  const address = () => `http://127.0.0.1:${port}`;
  let shop = await openShop(world.environment, { port });
  const [operator] = await makePeople(world, 1, 0);
  await giveRole(world, operator!, 'admin');
  const { data } = await decide<{ secret: string }>(address(), operator!, {
    method: 'POST',
    path: '/admin/webhooks',
    body: { name: 'Books', url: receiver.url, events: EVENTS },
  });
  receiver.secret = data.secret;
  const load = await gatherBuyers(world, {
    address,
    packs: packsFor(KILLS * 8),
    clients: CLIENTS,
  });

  const [actions] = await during(
    (isOver) => runLoad(load, isOver),
    async () => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await load.responses.untilMore(20);
        // In every second round the receiver answers nothing, and so the shop is killed with calls open.
        receiver.respond =
          kill % 2 === 0 ? () => {} : (_received, response) => void response.end('thanks');
        await wait(500 + Math.random() * 1_500);
        await shop.end('SIGKILL');
        shop = await openShop(world.environment, { port });
      }
    },
  );
  receiver.respond = (_received, response) => void response.end('thanks');
  const endedAt = performance.now();
  await until('every event is delivered', SECONDS_MOST, async () => {
    const { rows } = await world.owner.query(
      'select from webhook_deliveries where delivered_at is null limit 1',
    );
    return rows.length === 0;
  });

  const once = [...new Map(receiver.received.map((one) => [one.id, one])).values()];
  report('T33', 'webhooks, shop killed (SIGKILL)', [
    `${KILLS} kills, ${count(actions)} actions`,
    `${count(once.length)} events, ${count(receiver.received.length - once.length)} of them came again`,
    `all delivered ${seconds(performance.now() - endedAt)} after the load`,
  ]);
  expect(load.responses.faults).toEqual([]);
  expect(receiver.forged).toBe(0);
  await expectSalesAndEventsAgree(world, once);
  expectOrder(once);
  await expectAuditZero(world);
  await shop.end('SIGTERM');
  await world.close();
  await receiver.close();
});

async function expectSalesAndEventsAgree(world: World, received: Received[]): Promise<void> {
  const { rows } = await world.owner.query<{ type: string; id: string }>(
    `select 'order.paid' as type, id from orders where paid_at is not null
     union all select 'order.opened', k.reservation_id from openings o join places k on k.pack_id = o.pack_id
     union all select 'parcel.requested', id from shipments where requested_at is not null`,
  );
  const happened = new Set(rows.map(({ type, id }) => `${type} ${id}`));
  const heard = received
    .filter(({ type }) => type !== 'card.sold')
    .map(({ type, data }) => `${type} ${String(data['orderId'] ?? data['parcelId'])}`);
  expect(new Set(heard)).toEqual(happened);
  // A pack is bought and opened in one act here, so each event tells of another order or parcel.
  expect(heard).toHaveLength(happened.size);
}

/** Expects that an order is heard of before its packs are opened. */
function expectOrder(received: Received[]): void {
  const paid = new Set<unknown>();
  const early = received.filter(({ type, data }) => {
    if (type === 'order.paid') paid.add(data['orderId']);
    return type === 'order.opened' && !paid.has(data['orderId']);
  });
  expect(early).toEqual([]);
}
