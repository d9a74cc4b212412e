// Intake: sealed packs come in with what they hold written down, and go on sale at a random place.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Condition } from '#domain/card.ts';
import {
  packCommitment,
  SALT_BYTES,
  writePackDocument,
  type DocumentCard,
} from '#domain/packproof/pack-document.ts';
import { assert } from '#domain/rejection.ts';
import { statement, type Transaction } from '../database/database.ts';
import { listCardFacts, type CardFacts } from './cards-queries.ts';
import { findIntakeTime } from './physical-packs-queries.ts';

export type IncomingPack = {
  packTypeId: string;
  serial: string;
  certificationNumber: string;
  /** In the order they lie in the pack; as many as the type's card count. */
  cards: { cardId: string; condition: Condition; label?: string | undefined }[];
};

/** A pack with its document, as it goes to the database. */
type SealedPack = { id: string; salt: Buffer; document: string; commitment: Buffer };

/**
 * Takes in sealed packs and puts them on sale, inside the caller's transaction. The database refuses
 * a pack whose number of cards is not its type's, a document that says something else than the pack and the
 * catalogue, and a serial, a certification or a grader's number it has seen.
 */
export async function takeInPacks(db: Transaction, packs: IncomingPack[]): Promise<void> {
  if (packs.length === 0) return;
  const cardIds = new Set(packs.flatMap((pack) => pack.cards.map((card) => card.cardId)));
  const [takenInAt, facts] = await Promise.all([
    findIntakeTime(db),
    listCardFacts(db, [...cardIds]),
  ]);
  const sealed = packs.map((pack) => seal(pack, takenInAt, facts));
  const ids = sealed.map(({ id }) => id);
  await statement(
    db,
    `insert into pack_secrets (pack_id, salt, document, card_ids)
     select id, decode(salt, 'hex'), document, card_ids::uuid[]
     from unnest($1::uuid[], $2::text[], string_to_array($3, e'\\n'), $4::text[]) as s (id, salt, document, card_ids)`,
    [
      ids,
      sealed.map(({ salt }) => salt.toString('hex')),
      // Lines of one text: a list's quotes would be written twice, and a document has no line break.
      sealed.map(({ document }) => document).join('\n'),
      // A list of lists is a table to Postgres, and packs differ in length.
      packs.map((pack) => `{${pack.cards.map((card) => card.cardId).join(',')}}`),
    ],
  );
  await statement(
    db,
    `insert into physical_packs (id, pack_type_id, serial, certification_number, commitment, state)
     select id, pack_type_id, serial, certification_number, decode(commitment, 'hex'), 'available'
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])
       as p (id, pack_type_id, serial, certification_number, commitment)`,
    [
      ids,
      packs.map((pack) => pack.packTypeId),
      packs.map((pack) => pack.serial),
      packs.map((pack) => pack.certificationNumber),
      sealed.map(({ commitment }) => commitment.toString('hex')),
    ],
  );
}

const PRIMITIVES = {
  sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest(),
  utf8: (text: string) => Buffer.from(text),
};

function seal(pack: IncomingPack, takenInAt: number, facts: Map<string, CardFacts>): SealedPack {
  const salt = randomBytes(SALT_BYTES);
  const document = writePackDocument({
    v: 2,
    packType: pack.packTypeId,
    serial: inNfc(pack.serial),
    certification: inNfc(pack.certificationNumber),
    takenInAt,
    cards: pack.cards.map((card) => documentCard(card, facts)),
  });
  const commitment = Buffer.from(packCommitment(PRIMITIVES, salt, document));
  return { id: randomUUID(), salt, document, commitment };
}

function documentCard(
  { cardId, condition, label }: IncomingPack['cards'][number],
  facts: Map<string, CardFacts>,
): DocumentCard {
  const known = facts.get(cardId);
  assert(known !== undefined, 'the catalogue has the cards that come in');
  return { ...known, condition, ...(label !== undefined && { label: inNfc(label) }) };
}

/** What people and sources write may be spelled in several ways; a document has one. */
function inNfc(text: string): string {
  return text.normalize('NFC');
}
