import {
  SIGNED_MONTHS,
  type OpeningState,
  type Signature,
  type SignedLine,
} from '#domain/leave-to-open.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { HAS_TWO_FACTOR } from '../accounts/users-queries.ts';

export async function findOpeningState(db: Database): Promise<OpeningState> {
  const rows = await statement<{ line: 'asked' | 'open' }>(
    db,
    `select line from shop_opening where line in ('asked', 'open')`,
    [],
  );
  if (rows.some(({ line }) => line === 'open')) return 'open';
  return rows.length > 0 ? 'closed' : 'not_asked';
}

/** Returns when the shop was opened, or null if it is not open or is a demo. */
export async function findOpenedAt(db: Database): Promise<Date | null> {
  const [row] = await statement<{ made_at: Date }>(
    db,
    `select made_at from shop_opening where line = 'open'`,
    [],
  );
  return row?.made_at ?? null;
}

/** Records a step that a shop takes once. If the step is recorded already, does nothing. */
export async function insertOpeningStep(
  db: Database,
  line: 'asked' | 'open',
  madeById: string | null,
): Promise<void> {
  await statement(
    db,
    'insert into shop_opening (line, made_by_id) values ($1, $2) on conflict do nothing',
    [line, madeById],
  );
}

/** Records that an operator typed the code that the shop had mailed. */
export async function insertMailProof(db: Transaction, madeById: string): Promise<void> {
  await statement(db, `insert into shop_opening (line, made_by_id) values ('mail', $1)`, [
    madeById,
  ]);
}

export async function insertSignature(
  db: Transaction,
  { line, places, document, sha256 }: Omit<Signature, 'endsAt'> & { document: string },
  madeById: string,
): Promise<void> {
  await statement(
    db,
    `insert into shop_opening (line, places, document, sha256, made_by_id) values ($1, $2, $3, $4, $5)`,
    [line, places, document, sha256, madeById],
  );
}

export type SignatureRow = {
  line: SignedLine;
  places: string[];
  document: string;
  sha256: string;
  signedAt: Date;
  endsAt: Date;
  signedBy: { id: string; email: string };
};

/** The most signatures that are read. A shop has fewer, even if each of its places has a signature. */
const SIGNATURES_MOST = 500;

/** Lists the newest signatures of all lines, newest first. */
export async function listOpeningSignatures(db: Database): Promise<SignatureRow[]> {
  return statement<SignatureRow>(
    db,
    `select o.line, o.places, o.document, o.sha256, o.made_at as "signedAt",
       o.made_at + interval '${SIGNED_MONTHS} months' as "endsAt",
       json_build_object('id', o.made_by_id, 'email', u.email) as "signedBy"
     from shop_opening o join users u on u.id = o.made_by_id
     where o.line in ('opinion', 'approval', 'sources') order by o.made_at desc, o.id limit ${SIGNATURES_MOST}`,
    [],
  );
}

type Proofs = {
  arePlacesSaved: boolean;
  isMailProved: boolean;
  newestBackupAt: Date | null;
  operatorsWithoutSecondFactor: number;
  isWebhookHeard: boolean;
};

/** Reads the database's data about the lines that the shop itself checks. */
export async function findProofs(db: Database): Promise<Proofs> {
  const [row] = await statement<Proofs>(
    db,
    `select
       coalesce((select made_by_id is not null from sales_places order by version desc limit 1), false) as "arePlacesSaved",
       exists (select from shop_opening where line = 'mail') as "isMailProved",
       (select taken_at from backups order by taken_at desc limit 1) as "newestBackupAt",
       (select count(*)::int from users u where u.role <> 'user' and u.locked_at is null
          and u.erased_at is null and not ${HAS_TWO_FACTOR}) as "operatorsWithoutSecondFactor",
       exists (select from stripe_events) as "isWebhookHeard"`,
    [],
  );
  return row!;
}
