// Tests the invariants of money and stock that the database itself enforces, both as the shop's own role and as the
// owner.
import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refOf } from '#domain/packproof/log-objects.ts';
import { labelHash, writePackDocument } from '#domain/packproof/pack-document.ts';
import { appUrlOf } from '../database/app-role.ts';
import { openPool } from '../database/pool.ts';
import { proofPrimitives } from '../public-log/proof-primitives.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { acceptJournals } from '../../testing/give-credits.ts';
import { begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { singlesOnSale, type TestSingle } from '../../testing/singles.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({}, { cards: true });
let appRole: pg.Pool;
let buyer: SignedIn;
let other: SignedIn;
let packTypeId: string;
/** The ids of the cards of an opened pack. */
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
/**
 * Returns SQL that inserts a payment with the given fields. Statements that are sent together are rolled back together.
 */
const newPayment = ({
  subjectId = 'gen_random_uuid()',
  state = 'succeeded',
  intentId = 'pi_promise',
} = {}) =>
  `insert into payments (id, user_id, purpose, subject_id, fingerprint, amount, description, state, intent_id, expires_at, created_at, updated_at)
   values (gen_random_uuid(), '${buyer.userId}', 'order', ${subjectId}, 'x', 100, 'x', '${state}', '${intentId}', now(), now(), now())`;
const NEW_REFUND = `insert into refunds (id, payment_id, amount, reason, created_at)
  select gen_random_uuid(), id, 100, 'x', now() from payments`;
/** SQL that inserts a dispute over a whole payment. */
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

const nobodyId = randomUUID();

/** Returns SQL that posts two card sales, with three transfers in all. */
const postedTwice = (credits: string) =>
  `select post_together(array['${buyer.userId}', '${nobodyId}']::uuid[], array[1, 1], array['${journalId}', '${otherJournalId}']::uuid[],
     array['card_sale', 'card_sale'], array['${journalId}', '${otherJournalId}']::uuid[], array['x', 'y'], array[null, null], array[null, null],
     array['${journalId}', '${otherJournalId}', '${otherJournalId}']::uuid[], array['house:buyback', 'house:buyback', 'house:buyback'],
     ${credits}, array[1, 1, 1]::bigint[])`;

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

/** Returns SQL that inserts a pack without the function for intake. The arguments replace parts of a valid pack. */
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

/** Returns SQL that takes in a pack by the function for intake, as the shop's role does. */
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
      'post one of many journals to nobody',
      /null value in column "credit_account_id"/,
      () => postedTwice(`array['${buyer.userId}', '${buyer.userId}', null]`),
    ],
    [
      'post many journals to somebody without an account',
      /A transfer has its journal and two accounts/,
      () => postedTwice(`array['${nobodyId}', '${nobodyId}', '${buyer.userId}']`),
    ],
    [
      'post a journal of a kind that there is not',
      /There are no journals of kind present/,
      () => post([], [], [], { kind: 'present' }),
    ],
    [
      'say that a transfer is stamped which is not',
      /is stamped with what its account has come to/,
      () =>
        `select set_config('felt_and_foil.stamped', 'on', true); ${post(['house:promotions'], [buyer.userId], [1], { kind: 'bonus_credit' })}`,
    ],
    [
      'pay with money that it says is stamped',
      /is stamped with what its account has come to/,
      () =>
        `select set_config('felt_and_foil.stamped', 'on', true); ${post([buyer.userId], ['house:sales'], [1], { kind: 'pack_purchase' })}`,
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
      /keeps its set, its number of cards/,
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
    [
      'take in a pack that breaks what its type promises',
      /breaks what its type promises/,
      () => `update pack_types set promises_rarity = 'rare' where id = '${packTypeId}';
        ${takenIn({ held: '{1,1,1}' })}`,
    ],
    [
      'promise what a sealed pack breaks',
      /breaks what is promised of it/,
      () => `update pack_types set promises_foil = true where id = '${packTypeId}'`,
    ],
    [
      'promise more hits than a pack has cards',
      /promises_hits_fit/,
      () => `update pack_types set promises_hits = 4 where id = '${packTypeId}'`,
    ],
    [
      'read which promises one pack breaks',
      /permission denied/,
      () => `select promises_broken_by('{}', true, null, null)`,
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

  test('see the contents of a sealed pack', async () => {
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

  test('post the same event twice', async () => {
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
    ['forget a retired card', /may not be changed/, `delete from retired_labels`],
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
    [
      'give a card to somebody who did not open it',
      /revealed once, to one user/,
      `update physical_cards set opened_by_id = gen_random_uuid()`,
    ],
    [
      'post a journal for nobody there is',
      /A journal has its user/,
      `insert into journals (id, kind, reference_id, user_id, description)
       values (gen_random_uuid(), 'bonus_credit', gen_random_uuid(), gen_random_uuid(), 'x')`,
    ],
    [
      'post a journal with one that is not there',
      /the first of those it was posted with/,
      `insert into journals (id, kind, reference_id, user_id, description, posted_with)
       select gen_random_uuid(), 'bonus_credit', gen_random_uuid(), id, 'x', gen_random_uuid() from users limit 1`,
    ],
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

  type Stamped = { stamps?: string; gained?: number; versions?: number; debit?: string };
  test.each<[string, Stamped]>([
    ['nothing', { stamps: 'null, null' }],
    ['another version', { stamps: 'version + 1, balance' }],
    ['another balance', { stamps: 'version, balance + 1' }],
    ['money that was never moved', { gained: 1000 }],
    ['a number that is passed over', { versions: 2 }],
    ['an end of its other account', { debit: 'version, balance' }],
  ])(
    'claim that a transfer is stamped, with %s',
    async (
      _title,
      { stamps = 'version, balance', gained = 1, versions = 1, debit = 'null, null' },
    ) => {
      const journal = randomUUID();
      const attack = shop.owner.query(
        `select set_config('felt_and_foil.stamped', 'on', true);
         insert into journals (id, kind, reference_id, user_id, description)
         values ('${journal}', 'bonus_credit', '${journal}', '${buyer.userId}', 'x');
         with a as (
           update ledger_accounts set version = version + ${versions}, balance = balance + ${gained}
           where owner_id = '${buyer.userId}' returning *
         )
         insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount,
           credit_version, credit_balance, debit_version, debit_balance)
         select '${journal}', 1, 'house:promotions', id, 1, ${stamps}, ${debit} from a`,
      );
      await expect(attack).rejects.toThrow(/is stamped with what its account has come to/);
    },
  );

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
    [
      'whose place has another id',
      /A place has the id of its pack/,
      () => incoming({}).replace(/values \(md5\('P'\)(?=::uuid, '[^']*', md5)/, "values (md5('Q')"),
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

  test('put a pack on sale with fewer cards than its type has', async () => {
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

describe('of a drop and its log entries', () => {
  let drop: string;
  let type: string;
  let draftedType: string;
  let draftedId: string;
  let place: string;
  /** The ticket secret of the only sold pack, which is unopened. */
  const secret = randomBytes(32);
  const ref = refOf(proofPrimitives, new Uint8Array(secret));
  const entry = (said: object) =>
    `insert into log_entries (log, index, kind, says_at, data, leaf_hash)
     values ((select max(number) from logs), 0, '', 0, '${JSON.stringify(said)}', '')`;
  const soon = () => Math.floor(Date.now() / 1000) + 30;
  const labels = [labelHash(proofPrimitives, 'GR-77')];
  const retired = () => entry({ v: 2, kind: 'x-retired', labels, at: soon() });
  const incident = (at: number) => entry({ v: 2, kind: 'incident', at, text: 'x' });
  /** SQL for the manifest of a draft, with everything that the database checks. */
  const manifestOf = (id: string) => `(
    select json_build_object('v', 2, 'kind', 'manifest', 'shop', 'shop.example/log', 'ticketKey', repeat('ab', 32), 'packType', d.pack_type_id, 'number', 1, 'chain', d.chain, 'packCount', 20,
      'packsRoot', encode(merkle_root(array(select k.commitment from places p join physical_packs k on k.id = p.pack_id
        where p.drop_id = d.id order by k.commitment)), 'hex'),
      'priceCents', (select price from pack_types where id = d.pack_type_id),
      'publishedAt', extract(epoch from now())::bigint, 'opensAt', extract(epoch from d.opens_at)::bigint,
      'closesBy', extract(epoch from d.closes_by)::bigint, 'staffMayBuy', d.staff_may_buy, 'carried', 0,
      'odds', (select json_agg(json_build_object('packs', o.packs, 'rarity', o.rarity) order by o.rarity collate "C") from odds_of_drop(d.id) o))::text
    from drops d where d.id = '${id}')`;
  const told = (id: string) =>
    `insert into log_entries (log, index, kind, says_at, data, leaf_hash) select 1, 0, '', 0, ${manifestOf(id)}, ''`;
  const drafting = (id: string, packTypeId: string) =>
    `select draft_drop('${id}', '${packTypeId}', null, 'chain', date_trunc('second', now() - interval '1 hour'),
       date_trunc('second', now() + interval '1 hour'), false, null, null)`;

  beforeAll(async () => {
    const { owner } = shop;
    [type, draftedType] = [
      await stockPackType(shop.context, { packs: 20, purchaseLimit: null }),
      await stockPackType(shop.context, { packs: 20, purchaseLimit: null }),
    ];
    drop = randomUUID();
    await owner.query(
      `insert into logs (number, origin, key) values (1, 'shop.example/log', sha256('x'))`,
    );
    await owner.query(drafting(drop, type));
    draftedId = randomUUID();
    await owner.query(drafting(draftedId, draftedType));
    await owner.query(told(drop));
    await owner.query(
      `select publish_drop('${drop}', (select data from log_entries where kind = 'manifest'))`,
    );
    const signature = 'ab'.repeat(48);
    await owner.query(
      `insert into beacons (chain, round, signature, source) values ('chain', 7, '\\x${signature}', 'x')`,
    );
    const { rows } = await owner.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from drops where id = '${drop}'`,
    );
    await owner.query(entry({ v: 2, kind: 'order', manifest: rows[0]!.hash, round: 7, signature }));
    await owner.query(`select order_drop('${drop}')`);
    await owner.query(`select move_drop('${drop}', 'open')`);
    const intent = await begunPayment(shop, buyer, type, { refs: [ref] });
    await confirm(shop, intent);
    const { packIds } = await purchased(shop, buyer, intent.paymentIntentId);
    await postAll(shop);
    place = packIds[0]!;
  });

  test('nobody continues a log that has a successor', async () => {
    const client = await shop.owner.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into logs (number, origin, key) values (2, 'shop.example/log/2', sha256('x'))`,
      );
      const older = incident(soon()).replace('(select max(number) from logs)', '1');
      await expect(client.query(older)).rejects.toThrow('Only the newest log');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test.each<[string, RegExp, () => string]>([
    ['change what the log says', /permission denied/, () => `update log_entries set data = '{}'`],
    ['cut the log', /permission denied/, () => 'delete from log_entries where index > 0'],
    [
      'write the tree of the log by hand',
      /permission denied/,
      () => `insert into log_nodes values (1, 9, 0, '')`,
    ],
    ['say something before what was said', /never go back/, () => incident(1)],
    ['say something of tomorrow', /never go back/, () => incident(soon() + 86_400)],
    [
      'begin another log',
      /owner of the database alone/,
      () => `insert into logs (number, origin, key) values (2, 'shop.example/log/2', sha256('x'))`,
    ],
    [
      'say of a pack that the log has shown it',
      /by the entry that shows it/,
      () => `select note_shown('${drop}', 0, 1)`,
    ],
    [
      'begin a log before the present one',
      /comes after those/,
      () => `insert into logs (number, origin, key) values (0, 'x', sha256('x'))`,
    ],
    [
      'sign what the log does not hold',
      /says what the log holds/,
      () =>
        `insert into log_checkpoints (log, size, note) values (1, 2, E'shop.example/log\n2\n' || encode(sha256('x'), 'base64') || E'\n\n')`,
    ],
    [
      'sign more than there is',
      /says what the log holds/,
      () => checkpoint(99).replace('log_root(1, 99)', `sha256('x')`),
    ],
    [
      'sign a log again as it was before',
      /comes after those/,
      () => `${checkpoint(2)}; ${checkpoint(1)}`,
    ],
    [
      'retire a card before a verifier is published',
      /A verifier is published before/,
      () => retired(),
    ],
    [
      'retire a card that the log does not',
      /permission denied/,
      () => `insert into retired_labels select leaf_hash, log, index from log_entries`,
    ],
    [
      'take in a graded card that the log retired',
      /never comes back in a pack/,
      () => `${entry({ v: 2, kind: 'verifier', file: 'ab'.repeat(32), at: soon() })};
        ${retired()}; ${takenIn({ label: 'gr 7-7' })}`,
    ],
    ['make a drop by hand', /permission denied/, () => `insert into drops select * from drops`],
    [
      'publish what is in no log',
      /stands in the log first/,
      () => `select publish_drop('${draftedId}', '{}')`,
    ],
    [
      'publish that packs were carried over which are new',
      /says what the drop is/,
      () => `${told(draftedId).replace("'carried', 0", "'carried', 1")};
        select publish_drop('${draftedId}', (select data from log_entries order by index desc limit 1))`,
    ],
    [
      'order a drop a second time',
      /order is that of a public number/,
      () => `select order_drop('${drop}')`,
    ],
    [
      'decide about a drop in nobody’s name',
      /Only operators decide/,
      () => `select move_drop('${drop}', 'paused')`,
    ],
    [
      'close a drop whose tickets are in no log',
      /in the log before it closes/,
      () => `select move_drop('${drop}', 'closed')`,
    ],
    [
      'sell a drop before it opens',
      /can't go from waiting/,
      () => `update places set state = 'available' where pack_type_id = '${draftedType}'`,
    ],
    [
      'sell the places of a drop in another order',
      /order of sale can't be chosen/,
      () =>
        `update places set number = 19 - number, rank = 19 - number where drop_id = '${drop}' and state = 'available'`,
    ],
    [
      'take a pack out of its drop',
      /order of sale can't be chosen/,
      () =>
        `update places set drop_id = null, number = null where drop_id = '${drop}' and number = 5`,
    ],
    [
      'move a pack to another leaf',
      /permission denied/,
      () => 'update drop_leaves set place = 19 - place',
    ],
    [
      'write a ticket by hand',
      /permission denied/,
      () =>
        `insert into tickets (ref, place_id, drop_id, place) select sha256('x'), place_id, drop_id, 7 from tickets`,
    ],
    [
      'change whose secret a ticket has',
      /permission denied/,
      () => `update tickets set ref = sha256('x')`,
    ],
    [
      'change the refs that a buyer sent',
      /may not be changed/,
      () => 'update reservations set refs = null',
    ],
    [
      'show what a pack holds that somebody has sealed',
      /no rows/,
      () => `select show_given_back('\\x${ref}')`,
    ],
    [
      'declare a ticket void that the log does not',
      /no rows/,
      () => `select note_void('\\x${ref}', 0)`,
    ],
    [
      'sell a pack that was given back before the log says so',
      /can't go from waiting/,
      () => `update places set state = 'available', buyer_id = null, reservation_id = null where id = '${place}';
        update places set state = 'available' where id = '${place}'`,
    ],
    ['change a public number', /permission denied/, () => 'update beacons set round = 8'],
    [
      'change the price of what is in a drop',
      /fixed by its drop/,
      () => `update pack_types set price = price + 1 where id = '${type}'`,
    ],
  ])('the shop’s role can’t %s', async (_title, refusal, attack) => {
    await expect(appRole.query(attack())).rejects.toThrow(refusal);
  });

  const checkpoint = (size: number) =>
    `insert into log_checkpoints (log, size, note)
     values (1, ${size}, E'shop.example/log\n${size}\n' || encode(log_root(1, ${size}), 'base64') || E'\n\n')`;

  test.each<[string, RegExp, () => string]>([
    ['change what the log says', /may not be changed/, () => `update log_entries set data = '{}'`],
    ['cut the log', /may not be changed/, () => 'delete from log_entries'],
    ['change its tree', /may not be changed/, () => `update log_nodes set hash = sha256('x')`],
    ['take a checkpoint back', /may not be changed/, () => 'delete from log_checkpoints'],
    ['forget who saw it', /may not be changed/, () => 'truncate log_cosignatures'],
    [
      'change a manifest',
      /stays as it was published/,
      () => `update drops set manifest = '{}' where id = '${drop}'`,
    ],
    [
      'open a drop again as a draft',
      /can't go from open/,
      () => `update drops set state = 'published' where id = '${drop}'`,
    ],
    ['forget a drop', /may not be changed/, () => 'truncate drops cascade'],
    [
      'lay other packs at the places',
      /keeps its leaf and its place/,
      () => 'update drop_leaves set place = place + 100',
    ],
    [
      'change a public number',
      /may not be changed/,
      () => `update beacons set signature = signature`,
    ],
    [
      'sell a place to two',
      /tickets_one_live/,
      () =>
        `insert into tickets (ref, place_id, drop_id, place) select sha256('x'), place_id, drop_id, place from tickets`,
    ],
    [
      'write a ticket for another number than its place has',
      /of a place of its drop/,
      () =>
        `insert into tickets (ref, place_id, drop_id, place, given_back_at)
         select sha256('x'), place_id, drop_id, place + 1, now() from tickets limit 1`,
    ],
    [
      'write a ticket for a place of another drop',
      /of a place of its drop/,
      () =>
        `insert into tickets (ref, place_id, drop_id, place, given_back_at)
         select sha256('x'), place_id, gen_random_uuid(), place, now() from tickets limit 1`,
    ],
    [
      'make up a secret of a buyer',
      /tickets_secret_is_theirs/,
      () => `update tickets set secret = sha256('x')`,
    ],
    [
      'free a place without a secret',
      /tickets_are_freed/,
      () => 'update tickets set is_freed = true',
    ],
    [
      'date a ticket back',
      /stays as it was sold/,
      () => `update tickets set issued_at = issued_at - interval '1 hour'`,
    ],
    ['forget a ticket', /may not be changed/, () => 'delete from tickets'],
  ])('even the owner can’t %s', async (_title, refusal, attack) => {
    await expect(shop.owner.query(attack())).rejects.toThrow(refusal);
  });

  test('only the secret of its own ticket frees a place', async () => {
    const free = async (what: Buffer) =>
      appRole.query<{ left: string }>(
        `select free_tickets((select reservation_id from places where id = $1), array[$2::bytea]) as left`,
        [place, what],
      );
    expect(Number((await free(randomBytes(32))).rows[0]!.left)).toBe(1);
    expect(Number((await free(secret)).rows[0]!.left)).toBe(0);
    const shown = await appRole.query('select shown_document($1)', [place]);
    expect(shown.rows).toEqual([]);
  });
});

describe('of singles', () => {
  let onSale: string;
  let sold: string;
  let holding: string;
  let damaged: string;
  beforeAll(async () => {
    const [one, another] = await singlesOnSale(shop, 2);
    [{ id: damaged }] = (await singlesOnSale(shop, 1, { condition: 'Damaged' })) as [TestSingle];
    await shop.owner.query(`update house_cards set state = 'withdrawn' where id = $1`, [damaged]);
    onSale = one!.id;
    sold = another!.id;
    const collector = await shop.signUp(50);
    const { body } = await shop.call<{ singles: { cardId: string }[] }>(
      'POST',
      '/payments/purchase-with-balance',
      { as: collector, body: { packs: [], singles: [sold], paymentMethod: 'balance' } },
    );
    holding = body.data.singles[0]!.cardId;
  });

  const asHouses = (set: string) => `update house_cards set ${set} where id = '${onSale}'`;
  /**
   * Returns SQL that inserts a holding which claims to be bought as the single on sale. `more`: its columns' values.
   */
  const heldAs = (more: string) =>
    `insert into physical_cards (id, pack_id, card_id, position, condition, status, opened_by_id, opened_at, bought_as_id, cost)
     select ${more} from house_cards h where h.id = '${onSale}'`;

  test.each<[string, RegExp, () => string]>([
    [
      'make a card of the house up',
      /permission denied/,
      () => `insert into house_cards (id, pack_id, position, card_id, condition, paid, came_at)
        select gen_random_uuid(), pack_id, position, card_id, condition, 0, now() from house_cards limit 1`,
    ],
    ['make a card of the house vanish', /permission denied/, () => 'delete from house_cards'],
    ['forget a single of an order', /permission denied/, () => 'delete from order_singles'],
    [
      'give itself a single',
      /permission denied/,
      () =>
        heldAs(
          `gen_random_uuid(), pack_id, card_id, position, condition, 'available', '${buyer.userId}', now(), id, 1`,
        ),
    ],
  ])('the shop’s role can’t %s', async (_title, refusal, attack) => {
    await expect(appRole.query(attack())).rejects.toThrow(refusal);
  });

  test.each<[string, RegExp, () => string]>([
    ['change what a card cost the house', /never changes/, () => asHouses('paid = 1')],
    ['make a card another one', /never changes/, () => asHouses('position = position + 1')],
    [
      'better a condition',
      /only gets worse/,
      () => `update house_cards set condition = 'Near Mint' where id = '${damaged}'`,
    ],
    [
      'change the condition of a card that buyers see',
      /only gets worse/,
      () => asHouses(`condition = 'Damaged'`),
    ],
    [
      'sell a card without an order',
      /sold without an order/,
      () =>
        asHouses(
          `state = 'sold', exited_at = now(), reservation_id = (select reservation_id from house_cards where id = '${sold}')`,
        ),
    ],
    [
      'reserve a card for nobody',
      /without a reservation/,
      () =>
        asHouses(
          `state = 'reserved', reservation_id = (select reservation_id from house_cards where id = '${sold}')`,
        ),
    ],
    [
      'sell a sold card again',
      /can't go from sold/,
      () => `update house_cards set state = 'on_sale' where id = '${sold}'`,
    ],
    [
      'find a card lost and keep it on its shelf',
      /house_cards_exited_at_the_end/,
      () => asHouses(`state = 'lost'`),
    ],
    ['make a card of the house vanish', /may not be changed/, () => 'delete from house_cards'],
    [
      'give a single away',
      /was not bought as the single/,
      () =>
        heldAs(
          `gen_random_uuid(), pack_id, card_id, position, condition, 'available', '${buyer.userId}', now(), id, 1`,
        ),
    ],
    [
      'give one copy to two',
      /physical_cards_(bought|held)_once|was not bought as the single/,
      () =>
        `insert into physical_cards (id, pack_id, card_id, position, condition, status, opened_by_id, opened_at, bought_as_id, cost)
         select gen_random_uuid(), pack_id, card_id, position, condition, status, opened_by_id, opened_at, bought_as_id, cost
         from physical_cards where id = '${holding}'`,
    ],
    [
      'give a single thirty days',
      /physical_cards_bought_has_cost|keeps its thirty days/,
      () => `update physical_cards set auto_convert_at = now() where id = '${holding}'`,
    ],
    [
      'return a card that came out of a pack',
      /physical_cards_bought_has_cost|can't go from/,
      () =>
        `update physical_cards set status = 'returned', exited_at = now(), auto_convert_at = null
         where bought_as_id is null and status = 'available'`,
    ],
    [
      'change what a single cost',
      /card is revealed once|never changes/,
      () => `update physical_cards set cost = 1 where id = '${holding}'`,
    ],
    [
      'change the price of an order’s single',
      /keeps what it cost/,
      () => `update order_singles set unit_price = 1 where house_card_id = '${sold}'`,
    ],
    [
      'give more back than a single cost',
      /order_singles_refunded_with_amount/,
      () =>
        `update order_singles set refunded_at = now(), refund_amount = unit_price + 1 where house_card_id = '${sold}'`,
    ],
    [
      'pay a single that was paid with credits back to a card',
      /given back as it was paid|order_singles_refund_id_fkey/,
      () =>
        `update order_singles set refunded_at = now(), refund_amount = 1, refund_id = gen_random_uuid() where house_card_id = '${sold}'`,
    ],
  ])('even the owner can’t %s', async (_title, refusal, attack) => {
    await expect(shop.owner.query(attack())).rejects.toThrow(refusal);
  });
});
