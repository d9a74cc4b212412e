// Hears of each paid order, checks that the shop said so, and asks the shop for the order. It needs an API key with the
// right support:read, and a webhook for order.paid. Install the client (client/README.md), and run it with Node:
//   SHOP=https://shop.example SHOP_KEY=fafk_… WEBHOOK_SECRET=whsec_… PORT=8080 node order-events.ts
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { decimalOf, readWebhook, shopClient, ShopError, WebhookError } from 'felt-and-foil-client';

const { SHOP: address = '', SHOP_KEY: key = '', WEBHOOK_SECRET: secret = '' } = process.env;
const shop = shopClient({ address, key });

/** The events that came before, because the shop may send one twice. A real program would store them. */
const heard = new Set<string>();

async function hear(request: IncomingMessage): Promise<void> {
  const message = { headers: request.headers, body: await buffer(request) };
  const event = await readWebhook({ ...message, secret });
  if (heard.has(event.id) || event.type !== 'order.paid') return;
  // An event names people by id alone, so the rest comes from the shop.
  const order = await shop.showOrder({ id: event.data.orderId });
  const packs = order.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ');
  console.log(`${order.user.email} paid ${decimalOf(order.total)}: ${packs}`);
  heard.add(event.id);
}

/** Makes sure that the key may do no more than it should, in case that somebody steals it. */
async function checkKey(): Promise<void> {
  const refused = await shop.showTaxSettings().then(
    () => null,
    (error: unknown) => error,
  );
  if (refused === null) throw new Error('This key may do more than it should: revoke it');
  if (!(refused instanceof ShopError && refused.code === 'FORBIDDEN')) throw refused;
  console.log(`Refused, as it should be: ${refused.message}`);
}

await checkKey();
createServer((request, response) => {
  const answer = (status: number) => void response.writeHead(status).end();
  hear(request).then(
    () => answer(204),
    (error: unknown) => {
      console.error(error);
      // The shop sends the event again after any answer but 2xx.
      answer(error instanceof WebhookError ? 400 : 500);
    },
  );
}).listen(Number(process.env['PORT'] ?? 8080), () => console.log('Listening'));
