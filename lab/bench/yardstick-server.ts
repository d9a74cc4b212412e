// The yardstick does the work of a shop in plain SQL on plain tables (`yardstick-schema.ts`), with Fastify and
// node-postgres only. It has no sign-in, no checks, no cache and no constraints, so it shows what the machine can do.
import Fastify from 'fastify';
import pg from 'pg';
import type { Sizes } from './yardstick-schema.ts';

const PRICE = 500;
const CONNECTIONS = 16;

const sizes = JSON.parse(process.env['BENCH_SIZES']!) as Sizes;
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: CONNECTIONS });
const app = Fastify();

type Client = pg.PoolClient;
type Row = Record<string, number>;

/** A statement that is prepared by its name. */
const prepared = (name: string, text: string) => async (client: Client, values: unknown[]) =>
  (await client.query<Row>({ name, text, values })).rows;

const lock = prepared('lock', 'select balance from accounts where id = $1 for update');
const pay = prepared('pay', `update accounts set balance = balance - ${PRICE} where id = $1`);
const pick = prepared(
  'pick',
  'select id from packs where product_id = $1 and state = 0 order by id limit 1 for update skip locked',
);
const mark = prepared(
  'mark',
  'update packs set state = 1, owner_id = $2, sold_at = now() where id = $1',
);
const buy = prepared(
  'buy',
  `insert into purchases (account_id, pack_id, price) values ($1, $2, ${PRICE}) returning id`,
);
const open = prepared(
  'open',
  'insert into openings (account_id, pack_id, purchase_id) values ($1, $2, $3)',
);
const book = prepared(
  'book',
  `insert into entries (purchase_id, account, amount)
   values ($1, 'user:' || $2::int, -${PRICE}), ($1, 'revenue', 430), ($1, 'tax', 70)`,
);
const own = prepared(
  'own',
  'update cards set owner_id = $2 where pack_id = $1 returning id, card_def_id',
);

const oneOf = (most: number) => 1 + Math.floor(Math.random() * most);

type Asked = { Querystring: { account?: string; product?: string } };

// A purchase runs ten statements, one after the other. If the query names no account or product, it uses random ones.
app.post<Asked>('/buy', async ({ query }) => {
  const account = Number(query.account ?? oneOf(sizes.accounts));
  const product = Number(query.product ?? oneOf(sizes.packTypes));
  const client = await pool.connect();
  try {
    await client.query('begin');
    await lock(client, [account]);
    await pay(client, [account]);
    const [pack] = await pick(client, [product]);
    await mark(client, [pack!['id'], account]);
    const [purchase] = await buy(client, [account, pack!['id']]);
    await open(client, [account, pack!['id'], purchase!['id']]);
    await book(client, [purchase!['id'], account]);
    const cards = await own(client, [pack!['id'], account]);
    await client.query('commit');
    return { purchase: purchase!['id'], cards };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

/** Counts the remaining packs of a product up to this number. */
const COUNTED_MOST = 100;

const listing = {
  name: 'list',
  text: `select id, name, slug, price, image,
    (select count(*) from (select from packs where product_id = products.id and state = 0 limit ${COUNTED_MOST}) p) as packs_left
    from products order by id limit ${sizes.packTypes}`,
};
app.get('/list', async () => ({ items: (await pool.query(listing)).rows }));

// Sends as many bytes as the shop does, without any work.
app.get<{ Querystring: { bytes: string } }>('/page', async ({ query }, reply) =>
  reply.type('text/html; charset=utf-8').send(pageOf(Number(query.bytes))),
);

const pages = new Map<number, Buffer>();

function pageOf(bytes: number): Buffer {
  const known = pages.get(bytes) ?? Buffer.alloc(bytes, 'x');
  pages.set(bytes, known);
  return known;
}

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
