// The promises about money and stock that the database keeps by itself, tried by the shop's own role
// and by the owner.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writePackDocument } from '#domain/packproof/pack-document.ts';
import { appUrlOf } from '../database/app-role.ts';
import { openPool } from '../database/database.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { acceptJournals } from '../../testing/give-credits.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp();
let appRole: pg.Pool;
let buyer: SignedIn;
let other: SignedIn;
let packTypeId: string;
/** The cards of an open pack. */
let revealed: string[];

beforeAll(async () => {
  appRole = openPool({ url: appUrlOf(shop.url), clockOffsetMs: 0 });
  buyer = await shop.signUp(100);
  other = await shop.signUp(100);
  packTypeId = await stockPackType(shop.context, { packs: 5 });
  const { body } = await shop.call<{ packOpenings: { cards: { id: string }[] }[] }>(
    'POST',
    '/packs/purchase',
    { as: other, body: { packId: await stockPackType(shop.context, { packs: 1 }) } },
  );
  revealed = body.data.packOpenings[0]!.cards.map(({ id }) => id);
});
afterAll(() => appRole.end());

const journalId = randomUUID();
const otherJournalId = randomUUID();
/** A payment as a test wants it; several statements sent together are undone together. */
const newPayment = ({
  subjectId = 'gen_random_uuid()',
  state = 'succeeded',
  intentId = 'pi_promise',
} = {}) =>
  `insert into payments (id, user_id, purpose, subject_id, fingerprint, amount, description, state, intent_id, expires_at, created_at, updated_at)
   values (gen_random_uuid(), '${buyer.userId}', 'order', ${subjectId}, 'x', 100, 'x', '${state}', '${intentId}', now(), now(), now())`;
const NEW_REFUND = `insert into refunds (id, payment_id, amount, reason, created_at)
  select gen_random_uuid(), id, 100, 'x', now() from payments`;
/** A dispute of all of a payment. */
const NEW_DISPUTE = `insert into disputes (id, payment_id, user_id, provider_id, provider_status, state, reason, amount,
    raised_at, opened_at, created_at, updated_at)
  select gen_random_uuid(), id, user_id, 'dp_promise', 'needs_response', 'open', 'x', 100, now(), now(), now(), now() from payments`;
const refundInPlace = (method: string) =>
  `insert into refunds (id, payment_id, amount, reason, method, state, created_at, paid_at)
   select gen_random_uuid(), id, 100, 'x', '${method}', 'paid', now(), now() from payments`;
const refundDebt = (amount: number) =>
  `insert into refund_debts (id, refund_id, account, amount, booked_at)
   select gen_random_uuid(), id, 'house:losses', ${amount}, now() from refunds`;
const post = (
  debits: string[],
  credits: string[],
  amounts: number[],
  { kind = 'refund', reference = randomUUID() as string } = {},
) =>
  `select post_journal('${randomUUID()}', '${kind}', '${reference}', '${buyer.userId}', 'x',
     array[${debits.map((id) => `'${id}'`).join(',')}]::text[], array[${credits.map((id) => `'${id}'`).join(',')}]::text[], array[${amounts.join(',')}]::bigint[])`;

const newReservation = () =>
  `insert into reservations (id, user_id, state) values ('${journalId}', '${buyer.userId}', 'paid')`;

const AT = 1_750_000_000;

type Said = {
  pack?: string;
  salt?: string;
  serial?: string;
  takenInAt?: number;
  cards?: number;
};

/** A pack comes in past the function for it; what is said replaces a part of what would be right. */
const incoming = ({ pack = 'P', cards = 3, salt, serial, takenInAt }: Said): string => {
  const document = writePackDocument({
    v: 2,
    packType: packTypeId,
    serial: serial ?? pack,
    certification: pack,
    takenInAt: takenInAt ?? AT,
    cards: Array.from({ length: cards }, () => ({
      game: 'magic',
      set: 'tst',
      number: '3',
      finish: 'normal',
      rarity: 'rare',
      name: 'Glass Heron',
      condition: 'Near Mint',
    })),
  });
  return `with s as (
      insert into pack_secrets (pack_id, salt, document, card_ids, physical_card_ids)
      select md5('${pack}')::uuid, sha256('${salt ?? 'salt'}'), '${document}', array_fill(id, array[${cards}]), '{}'
      from cards where name = 'Glass Heron'
    ), p as (
      insert into physical_packs (id, pack_type_id, serial, certification_number, commitment, received_at)
      values (md5('${pack}')::uuid, '${packTypeId}', '${pack}', '${pack}', pack_commitment(sha256('salt'), '${document}'),
        to_timestamp(${AT}))
    )
    insert into places (id, pack_type_id, pack_id, received_at)
    values (md5('${pack}')::uuid, '${packTypeId}', md5('${pack}')::uuid, to_timestamp(${AT}))`;
};

/** A pack comes in as the shop's role takes it in. */
const takenIn = ({ pack = 'P', held = '{1,1,2}', label = null as string | null, card = '' }) =>
  `select take_in_packs(array['${packTypeId}'], array['${pack}'], array['${pack}'], array['${held}'],
     array[${card || `(select id from cards where name = 'Moss Wall')`}, (select id from cards where name = 'Glass Heron')],
     array['Near Mint', 'Near Mint'], array[null, ${label === null ? 'null' : `'${label}'`}]::text[])`;

describe('the shop’s role can’t', () => {
  test.each<[string, RegExp, () => string]>([
    [
      'overdraw an account',
      /balance_not_negative/,
      () => post([buyer.userId], ['house:sales'], [10_001]),
    ],
    [
      'move a negative amount',
      /amount_positive|balance_not_negative/,
      () => post(['house:sales'], [buyer.userId], [-1]),
    ],
    ['move nothing', /amount_positive/, () => post(['house:sales'], [buyer.userId], [0])],
    [
      'pay from an account to itself',
      /two_accounts/,
      () => post([buyer.userId], [buyer.userId], [1]),
    ],
    [
      'pay from an account that is not there',
      /foreign key/,
      () => post(['house:nowhere'], [buyer.userId], [1]),
    ],
    [
      'overdraw an account by many journals at once',
      /balance_not_negative/,
      () => `select post_journals('refund', '${buyer.userId}',
        array['${journalId}']::uuid[], array['${journalId}']::uuid[], array['x'],
        array['${journalId}', '${journalId}']::uuid[], array['${buyer.userId}', '${buyer.userId}'],
        array['house:sales', 'house:sales'], array[9000, 9000]::bigint[])`,
    ],
    [
      'move the money of a sale between accounts of the house',
      /A journal of kind refund moves nothing from house:promotions to house:card_clearing/,
      () => post(['house:promotions'], ['house:card_clearing'], [1]),
    ],
    [
      'pay one user from another',
      /A journal of kind bonus_credit moves nothing from .* to user/,
      () => post([other.userId], [buyer.userId], [1], { kind: 'bonus_credit' }),
    ],
    [
      'pay somebody else than the journal’s user',
      /moves nothing from house:promotions to/,
      () => post(['house:promotions'], [other.userId], [1], { kind: 'bonus_credit' }),
    ],
    [
      'post one of many journals to an account that is not of its kind',
      /A journal of kind card_sale moves nothing from house:promotions to user/,
      () => `select post_journals('card_sale', '${buyer.userId}',
        array['${journalId}', '${otherJournalId}']::uuid[], array['${journalId}', '${otherJournalId}']::uuid[], array['x', 'y'],
        array['${journalId}', '${otherJournalId}']::uuid[], array['house:buyback', 'house:promotions'],
        array['${buyer.userId}', '${buyer.userId}'], array[1, 1]::bigint[])`,
    ],
    [
      'post a journal of a kind that there is not',
      /There are no journals of kind present/,
      () => post([], [], [], { kind: 'present' }),
    ],
    [
      'permit itself another transfer',
      /permission denied/,
      () => `insert into permitted_transfers values ('refund', 'house:promotions', 'user')`,
    ],
    [
      'edit a balance',
      /permission denied/,
      () => `update ledger_accounts set balance = 1000000 where owner_id = '${buyer.userId}'`,
    ],
    [
      'make an account',
      /permission denied/,
      () => `insert into ledger_accounts (id, balance) values ('house:mine', 0)`,
    ],
    ['delete an account', /permission denied/, () => `delete from ledger_accounts`],
    [
      'insert a transfer',
      /permission denied/,
      () =>
        `insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount) values ('${journalId}', 1, 'house:sales', '${buyer.userId}', 1)`,
    ],
    ['change a transfer', /permission denied/, () => `update transfers set amount = 1`],
    ['delete a transfer', /permission denied/, () => `delete from transfers`],
    ['empty the transfers', /permission denied/, () => `truncate transfers`],
    ['change a journal', /permission denied/, () => `update journals set description = 'x'`],
    [
      'change an opening',
      /permission denied/,
      () => `update openings set user_id = '${buyer.userId}'`,
    ],
    [
      'sell a pack beyond the limit',
      /would have 5 packs|would have 4 packs/,
      () => {
        const reservation = randomUUID();
        return `with r as (insert into reservations (id, user_id, state) values ('${reservation}', '${buyer.userId}', 'paid'))
        update places set state = 'sold', buyer_id = '${buyer.userId}', reservation_id = '${reservation}' where pack_type_id = '${packTypeId}'`;
      },
    ],
    [
      'open a pack without selling it',
      /can't go from available to opened/,
      () => `update places set state = 'opened' where pack_type_id = '${packTypeId}'`,
    ],
    [
      'put a pack on sale without an intake',
      /permission denied/,
      () => `insert into physical_packs (id, pack_type_id, serial, certification_number)
        values (gen_random_uuid(), '${packTypeId}', 'EMPTY', 'EMPTY')`,
    ],
    [
      'make a place for a pack',
      /permission denied/,
      () => `insert into places (id, pack_type_id, pack_id, received_at)
        select gen_random_uuid(), pack_type_id, id, received_at from physical_packs`,
    ],
    [
      'put another pack behind a place',
      /keeps its pack/,
      () => `update places set pack_id = gen_random_uuid()`,
    ],
    [
      'write an opening',
      /permission denied/,
      () => `insert into openings (id, pack_id, user_id)
        select gen_random_uuid(), pack_id, '${buyer.userId}' from places`,
    ],
    [
      'sell a place to who did not reserve it',
      /belongs to the buyer of its reservation/,
      () => `${newReservation()}; update places set state = 'sold', buyer_id = '${randomUUID()}', reservation_id = '${journalId}'
        where id = (select id from places where state = 'available' limit 1)`,
    ],
    [
      'sell a place under no reservation',
      /belongs to the buyer of its reservation/,
      () => `update places set state = 'sold', buyer_id = '${buyer.userId}', reservation_id = '${randomUUID()}'
        where id = (select id from places where state = 'available' limit 1)`,
    ],
    [
      'pass a place on from one buyer to another',
      /from one buyer to another by the shelf/,
      () =>
        `${newReservation()}; update places set reservation_id = '${journalId}' where buyer_id is not null`,
    ],
    [
      'give a reservation to somebody else',
      /may not be changed or deleted/,
      () => `${newReservation()}; update reservations set user_id = '${randomUUID()}'`,
    ],
    ['delete a reservation', /permission denied/, () => 'delete from reservations'],
    [
      'choose the order of sale',
      /order of sale/,
      () => `update places set rank = -1 where pack_type_id = '${packTypeId}'`,
    ],
    [
      'change how many cards a pack on sale holds',
      /keeps its set and its number of cards/,
      () => `update pack_types set card_count = 1 where id = '${packTypeId}'`,
    ],
    ['delete a pack', /permission denied/, () => `delete from physical_packs`],
    ['delete a place', /permission denied/, () => `delete from places`],
    [
      'take a payment back that was delivered',
      /can't go from succeeded to refund_due/,
      () => `${newPayment()}; update payments set state = 'refund_due'`,
    ],
    [
      'change what a payment is about',
      /keeps its user, its purpose, its amount/,
      () => `${newPayment()}; update payments set amount = 1`,
    ],
    [
      'give a payment another intent',
      /keeps its user, its purpose, its amount and its intent/,
      () => `${newPayment()}; update payments set intent_id = 'pi_other'`,
    ],
    [
      'use an intent twice',
      /payments_intent_once/,
      () => `${newPayment()}; ${newPayment({ intentId: 'pi_promise' })}`,
    ],
    [
      'pay one order twice',
      /payments_one_per_subject/,
      () =>
        `${newPayment({ subjectId: `'${journalId}'` })}; ${newPayment({ subjectId: `'${journalId}'`, intentId: 'pi_second' })}`,
    ],
    [
      'have two open payments for orders of one user',
      /payments_one_open_order_per_user/,
      () =>
        `${newPayment({ state: 'open' })}; ${newPayment({ state: 'open', intentId: 'pi_second' })}`,
    ],
    [
      'delete a payment',
      /may not be changed or deleted/,
      () => `${newPayment()}; delete from payments`,
    ],
    [
      'give back more than a payment brought',
      /More would go back/,
      () => `${newPayment()}; ${NEW_REFUND}; ${NEW_REFUND}`,
    ],
    [
      'pay a refund twice',
      /A refund is paid once/,
      () =>
        `${newPayment()}; ${NEW_REFUND}; update refunds set state = 'paid', provider_id = 're_1', paid_at = now(); update refunds set provider_id = 're_2'`,
    ],
    [
      'call a refund paid that the provider does not know',
      /refunds_known_to_provider/,
      () => `${newPayment()}; ${NEW_REFUND}; update refunds set state = 'paid', paid_at = now()`,
    ],
    [
      'call a refund due again that failed',
      /A refund can't go from failed to due/,
      () =>
        `${newPayment()}; ${NEW_REFUND}; update refunds set state = 'failed', failed_at = now(); update refunds set state = 'due', failed_at = null`,
    ],
    [
      'call a refund paid by a bank that has not decided',
      /No bank has taken so much/,
      () => `${newPayment()}; ${NEW_DISPUTE}; ${refundInPlace('bank')}`,
    ],
    [
      'give credits for what a bank has taken back',
      /More would go back/,
      () => `${newPayment()}; ${NEW_DISPUTE}; ${refundInPlace('credits')}`,
    ],
    [
      'change what a dispute has cost',
      /permission denied/,
      () => `update dispute_fees set amount = 1`,
    ],
    [
      'let somebody owe more than a refund gave them',
      /Nobody owes more than a refund gave them/,
      () => `${newPayment()}; ${NEW_REFUND}; ${refundDebt(101)}`,
    ],
    [
      'change what a refund has left owing',
      /permission denied/,
      () => `update refund_debts set amount = 1`,
    ],
    [
      'raise what goes back',
      /A refund is paid once, as it was written down/,
      () => `${newPayment()}; ${NEW_REFUND}; update refunds set amount = 1000`,
    ],
    [
      'look into a sealed pack for somebody who is no admin',
      /Only an admin/,
      () =>
        `select * from look_into_pack((select id from physical_packs limit 1), '${buyer.userId}', 'Curious', '', '')`,
    ],
    [
      'forget that a pack came back',
      /permission denied/,
      () => `update pack_returns set returned_at = now()`,
    ],
    ['delete a refund', /may not be changed or deleted/, () => `delete from refunds`],
    [
      'make a card that came out of no pack',
      /permission denied/,
      () => `insert into physical_cards (id, pack_id, card_id, position, status, opened_by_id, opened_at)
      select gen_random_uuid(), p.id, c.id, 99, 'available', '${buyer.userId}', now() from physical_packs p, cards c limit 1`,
    ],
    ['delete a card', /permission denied/, () => 'delete from physical_cards'],
    ['see what a sealed pack holds', /permission denied/, () => 'select * from pack_secrets'],
    [
      'see how many packs hold a card',
      /permission denied/,
      () => 'select card_ids from pack_secrets',
    ],
    [
      'see how many copies of a card there are',
      /permission denied/,
      () => 'select * from held_cards',
    ],
    ['see how many packs hold a rarity', /permission denied/, () => 'select * from held_rarities'],
    ['see which graded cards there are', /permission denied/, () => 'select * from card_labels'],
    [
      'change what a pack holds',
      /permission denied/,
      () => `update pack_secrets set card_ids = card_ids`,
    ],
    ['forget what a pack holds', /permission denied/, () => 'delete from pack_secrets'],
    [
      'change the commitment of a pack',
      /permission denied/,
      () => `update physical_packs set commitment = sha256('another')`,
    ],
    [
      'change when a pack came in',
      /permission denied/,
      () => `update physical_packs set received_at = now() + interval '1 day'`,
    ],
    ['write what a pack holds by itself', /permission denied/, () => incoming({})],
    [
      'take in a card that the catalogue does not know',
      /does not know each of these cards/,
      () => takenIn({ card: 'gen_random_uuid()' }),
    ],
    ['take in a card that it does not name', /card_ids_known/, () => takenIn({ held: '{1,2,3}' })],
    [
      'put a pack on sale that holds fewer cards than its type says',
      /holds 1 cards/,
      () => takenIn({ held: '{1}' }),
    ],
    ['take in an empty pack', /not-null constraint/, () => takenIn({ held: '{}' })],
    ['take in a pack twice', /serial_once/, () => `${takenIn({})}; ${takenIn({})}`],
    [
      'take in a graded card twice',
      /card_labels_pkey/,
      () => `${takenIn({ label: 'GR-1' })}; ${takenIn({ label: 'gr-1', pack: 'Q' })}`,
    ],
    [
      'take in a graded card twice in one pack',
      /card_labels_pkey/,
      () => takenIn({ label: 'GR-1', held: '{1,2,2}' }),
    ],
    [
      'keep back a pack that is as it was written down',
      /decided by its document/,
      () => `${newReservation()};
        update places set state = 'sold', buyer_id = '${buyer.userId}', reservation_id = '${journalId}'
        where id = (select id from places where state = 'available' limit 1);
        update places set state = 'withdrawn', buyer_id = null, reservation_id = null where reservation_id = '${journalId}'`,
    ],
  ])('%s', async (_title, refusal, attack) => {
    await expect(appRole.query(attack())).rejects.toThrow(refusal);
  });

  test('see what is in a sealed pack', async () => {
    await expect(appRole.query('select count(*) from pack_secrets')).rejects.toThrow(
      /permission denied/,
    );
    const { rows } = await appRole.query<{ id: string }>('select id from physical_cards');
    expect(rows.map(({ id }) => id).toSorted()).toEqual(revealed.toSorted());
    const { rows: really } = await shop.owner.query<{ packs: number }>(
      'select count(*)::int as packs from pack_secrets',
    );
    expect(really[0]!.packs).toBe(6);
  });

  test('post the same fact twice', async () => {
    const fact = { kind: 'bonus_credit', reference: randomUUID() };
    await appRole.query(post(['house:promotions'], [buyer.userId], [1], fact));
    await shop.owner.query(
      `insert into accepted_journals select id, 'made up' from journals where reference_id = $1`,
      [fact.reference],
    );
    await expect(
      appRole.query(post(['house:promotions'], [buyer.userId], [1], fact)),
    ).rejects.toThrow(/journals_one_per_fact/);
  });
});

describe('even the owner can’t', () => {
  test.each<[string, RegExp, string]>([
    ['change a transfer', /may not be changed/, `update transfers set amount = amount + 1`],
    ['delete a journal', /may not be changed/, `delete from journals`],
    ['empty the transfers', /may not be changed/, `truncate transfers cascade`],
    [
      'make an account that is nobody’s',
      /a user's, a debtor's or the house's/,
      `insert into ledger_accounts (id) values ('nobody')`,
    ],
    [
      'give an account to somebody else',
      /may not be changed/,
      `update ledger_accounts set owner_id = null`,
    ],
    [
      'change what a sealed pack holds',
      /may not be changed/,
      `update pack_secrets set document = '{}'`,
    ],
    ['forget what packs hold', /may not be changed/, `delete from pack_secrets`],
    ['forget a grader’s number', /may not be changed/, `delete from card_labels`],
    [
      'sell a pack as it comes in',
      /comes in at intake/,
      `insert into places (id, pack_type_id, pack_id, state, buyer_id, reservation_id, received_at)
       select gen_random_uuid(), pack_type_id, gen_random_uuid(), 'sold', buyer_id, reservation_id, received_at from places where buyer_id is not null limit 1`,
    ],
    [
      'make a second place for a pack',
      /one_per_pack/,
      `insert into places (id, pack_type_id, pack_id, received_at)
       select gen_random_uuid(), pack_type_id, id, received_at from physical_packs limit 1`,
    ],
    [
      'make a place with no pack behind it',
      /has its pack, of its type/,
      `insert into places (id, pack_type_id, pack_id, received_at)
       select gen_random_uuid(), id, gen_random_uuid(), now() from pack_types limit 1`,
    ],
    ['forget a place', /may not be changed or deleted/, 'delete from places'],
    ['forget a pack', /may not be changed or deleted/, 'delete from physical_packs'],
    ['forget a reservation', /may not be changed or deleted/, 'delete from reservations'],
    [
      'change the commitment of a pack',
      /keeps its commitment/,
      `update physical_packs set commitment = sha256('another')`,
    ],
    [
      'change when a pack came in',
      /keeps its id, type and serial/,
      `update physical_packs set received_at = now() + interval '1 day'`,
    ],
    [
      'write an opening of a pack that is sealed',
      /of a pack that its user has opened/,
      `insert into openings (id, pack_id, user_id)
       select gen_random_uuid(), pack_id, (select id from users limit 1) from places where state = 'available' limit 1`,
    ],
    [
      'put a card that somebody had into another pack',
      /reveals what the document of pack|physical_cards_pkey/,
      `insert into physical_cards (id, pack_id, card_id, position, status, opened_by_id, opened_at, auto_convert_at)
       select k.id, p.id, k.card_id, 1, 'available', k.opened_by_id, k.opened_at, k.opened_at
       from physical_cards k, (select pack_id as id from places where state = 'available') p limit 1`,
    ],
    [
      'make a card that is in no document',
      /reveals what the document of pack/,
      `insert into physical_cards (id, pack_id, card_id, position, status, opened_by_id, opened_at, auto_convert_at)
       select gen_random_uuid(), pack_id, card_id, 99, status, opened_by_id, opened_at, opened_at from physical_cards limit 1`,
    ],
    [
      'change what a pack holds',
      /never changes/,
      `update physical_cards set card_id = (select id from cards order by random() limit 1), position = position + 50`,
    ],
    [
      'move a card to another pack',
      /never changes/,
      `update physical_cards set pack_id = (select pack_id from places order by rank limit 1), position = position + 50`,
    ],
    [
      'reveal a card and sell it in one step',
      /reveals what the document of pack/,
      `insert into physical_cards (id, pack_id, card_id, position, status, opened_by_id, opened_at, auto_convert_at, exit_price, exited_at)
       select s.physical_card_ids[1], s.pack_id, s.card_ids[1], 1, 'sold', k.opened_by_id, k.opened_at, k.opened_at, 1, now()
       from pack_secrets s join places p on p.pack_id = s.pack_id and p.state = 'available', physical_cards k limit 1`,
    ],
    ['delete a card', /may not be changed/, `delete from physical_cards`],
  ])('%s', async (_title, refusal, attack) => {
    await expect(shop.owner.query(attack)).rejects.toThrow(refusal);
  });

  test('forge the stamps of a transfer: the database writes them itself', async () => {
    const journal = randomUUID();
    await shop.owner.query(
      `insert into journals (id, kind, reference_id, user_id, description) values ($1, 'bonus_credit', $1, $2, 'x')`,
      [journal, buyer.userId],
    );
    const { rows } = await shop.owner.query<{
      credit_version: string;
      debit_version: string | null;
    }>(
      `insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount, credit_version, credit_balance, debit_version)
       values ($1, 1, 'house:promotions', $2, 1, 999, 999, 999) returning credit_version, debit_version`,
      [journal, buyer.userId],
    );
    expect(Number(rows[0]!.credit_version)).toBeLessThan(10);
    expect(rows[0]!.debit_version).toBeNull();
    await acceptJournals(shop.owner, [journal]);
  });

  test.each<[string, RegExp, () => string]>([
    [
      'without a document',
      /holds 0 cards/,
      () => incoming({}).replace(/^.*?\n    \), p/s, 'with p'),
    ],
    [
      'whose document is another than the commitment was made of',
      /says something else than the pack/,
      () => incoming({ salt: 'another' }),
    ],
    [
      'with the document of another pack',
      /says something else than the pack/,
      () => incoming({ serial: 'ANOTHER' }),
    ],
    [
      'with a document of another day',
      /says something else than the pack/,
      () => incoming({ takenInAt: 7 }),
    ],
    ['that holds fewer cards than its type says', /holds 1 cards/, () => incoming({ cards: 1 })],
    [
      'with a second document',
      /pack_secrets_pkey/,
      () => `insert into pack_secrets (pack_id, salt, document, card_ids, physical_card_ids)
        select pack_id, sha256('x'), '{}', '{}', '{}' from places where state = 'available' limit 1`,
    ],
    [
      'or write a document for no pack',
      /pack_secrets_pack_id_fkey/,
      () => `insert into pack_secrets (pack_id, salt, document, card_ids, physical_card_ids)
        values (gen_random_uuid(), sha256('x'), '{}', '{}', '{}')`,
    ],
  ])('put a pack on sale %s', async (_title, refusal, attack) => {
    await expect(shop.owner.query(attack())).rejects.toThrow(refusal);
  });

  test('put a pack on sale with fewer cards than its type says', async () => {
    const pack = randomUUID();
    await shop.owner.query(
      `insert into physical_packs (id, pack_type_id, serial, certification_number) values ($1, $2, 'SHORT', 'SHORT')`,
      [pack, packTypeId],
    );
    await expect(
      shop.owner.query(
        `insert into places (id, pack_type_id, pack_id, received_at)
         select id, pack_type_id, id, received_at from physical_packs where id = $1`,
        [pack],
      ),
    ).rejects.toThrow(/holds 0 cards/);
  });
});
