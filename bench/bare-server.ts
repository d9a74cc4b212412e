// Bare Fastify over the same pool, for the benchmark.
import Fastify from 'fastify';
import { listPackTypeRows } from '../src/server/catalogue/pack-types-queries.ts';
import { listCardItems } from '../src/server/collection/physical-cards-queries.ts';
import { appUrlOf } from '../src/server/database/app-role.ts';
import { openPool, overPool } from '../src/server/database/database.ts';
import { buyBare, openBare, sellBare, type BarePurchase } from './bare-actions.ts';

const pool = openPool({ url: appUrlOf(process.env['DATABASE_URL']!), clockOffsetMs: 0 });
const db = overPool(pool);
const app = Fastify();

app.get('/pack-types', async () => listPackTypeRows(db, {}));

app.get<{ Params: { id: string } }>('/pack-types/:id', async ({ params }) =>
  listPackTypeRows(db, params),
);

app.get<{ Querystring: { userId: string } }>('/cards/my', async ({ query: { userId } }) =>
  listCardItems(db, {
    userId,
    statuses: null,
    packName: undefined,
    filter: {},
    sortBy: 'opened_at',
    sortOrder: 'desc',
    limit: 20,
    offset: 0,
  }),
);

app.post<{ Body: BarePurchase }>('/purchase', ({ body }) => buyBare(db, body));

app.post<{ Body: { userId: string; packId: string } }>('/open', ({ body }) => openBare(db, body));

app.post<{ Body: { userId: string; cardIds: string[] } }>('/sell', ({ body }) =>
  sellBare(db, body),
);

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });

// A bench that was stopped from outside leaves nothing behind.
process.once('disconnect', () => process.exit());
