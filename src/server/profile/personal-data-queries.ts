// Reads the lists of an export. Their field names are those of the contract.
import { type PersonalData, EXPORTED_MAX } from '#contract/profile-data.ts';
import { statement, type Database } from '#engine/database.ts';
import { OPENING_OF_CARD, PACK_OF_CARD } from '../collection/own-cards-queries.ts';
import type { Letterhead } from '../mail/letterhead.ts';
import { mailText, type StoredWords } from '../mail/text-of.ts';

type Newest<List extends keyof PersonalData> = PersonalData[List] extends { entries: (infer E)[] }
  ? { entries: E[]; olderLeftOut: number }
  : never;

/** Returns the newest rows of a query for a user ($1), and the number of the older rows. */
async function listNewestEntries<Entry extends object>(
  db: Database,
  order: string,
  text: string,
  userId: string,
): Promise<{ entries: Entry[]; olderLeftOut: number }> {
  const rows = await statement<Entry & { of_all: number }>(
    db,
    `select e.*, count(*) over () as of_all from (${text}) e order by e."${order}" desc, e.id limit ${EXPORTED_MAX}`,
    [userId],
  );
  return { entries: rows, olderLeftOut: (rows[0]?.of_all ?? 0) - rows.length };
}

export async function findSecurityDates(
  db: Database,
  userId: string,
): Promise<Pick<PersonalData, 'twoFactorSince' | 'passwordChangedAt'> | null> {
  const [row] = await statement<Pick<PersonalData, 'twoFactorSince' | 'passwordChangedAt'>>(
    db,
    `select t.confirmed_at as "twoFactorSince", u.password_changed_at as "passwordChangedAt"
     from users u left join two_factors t on t.user_id = u.id where u.id = $1`,
    [userId],
  );
  return row ?? null;
}

export function listSessions(db: Database, userId: string): Promise<Newest<'sessions'>> {
  return listNewestEntries(
    db,
    'startedAt',
    `select id, created_at as "startedAt", rotated_at as "lastUsedAt", ended_at as "endedAt",
       user_agent as "userAgent", ip
     from sessions where user_id = $1`,
    userId,
  );
}

export function listConsents(db: Database, userId: string): Promise<PersonalData['consents']> {
  return statement(
    db,
    `select text_key as text, version, occasion, given_at as "givenAt" from consents
     where user_id = $1 order by given_at, text_key, version`,
    [userId],
  );
}

export function listAgeConfirmations(
  db: Database,
  userId: string,
): Promise<PersonalData['ageConfirmations']> {
  return statement(
    db,
    `select age, region, given_at as "givenAt" from age_confirmations where user_id = $1 order by age`,
    [userId],
  );
}

export function listPendingCodes(
  db: Database,
  userId: string,
): Promise<PersonalData['pendingCodes']> {
  return statement(
    db,
    'select purpose, email, expires_at as "expiresAt" from one_time_codes where user_id = $1 order by purpose',
    [userId],
  );
}

export function listOrders(db: Database, userId: string): Promise<Newest<'orders'>> {
  return listNewestEntries(
    db,
    'placedAt',
    `select o.id, o.created_at as "placedAt", o.paid_at as "paidAt", o.payment_method as "paymentMethod",
       o.discount_code as "discountCode", o.subtotal, o.discount, o.tax, o.processing_fee as "processingFee", o.total,
       (select coalesce(json_agg(json_build_object('packTypeId', l.pack_type_id, 'packName', t.name,
            'quantity', l.quantity, 'refunded', l.refunded, 'unitPrice', l.unit_price) order by l.pack_type_id), '[]')
          from order_lines l join pack_types t on t.id = l.pack_type_id where l.order_id = o.id) as lines,
       (select coalesce(json_agg(json_build_object('cardId', s.new_card_id, 'name', c.name, 'number', c.number,
            'finish', c.finish, 'condition', h.condition, 'unitPrice', s.unit_price, 'discount', s.discount,
            'refunded', s.refund_amount) order by s.house_card_id), '[]')
          from order_singles s join house_cards h on h.id = s.house_card_id join cards c on c.id = h.card_id
          where s.order_id = o.id) as singles,
       q.asked_at as "returnAskedAt", q.reason as "returnReason"
     from orders o left join return_requests q on q.order_id = o.id where o.user_id = $1`,
    userId,
  );
}

type CardPayment = Newest<'cardPayments'>['entries'][number];

export async function listCardPayments(
  db: Database,
  userId: string,
): Promise<Newest<'cardPayments'>> {
  const { entries, olderLeftOut } = await listNewestEntries<CardPayment>(
    db,
    'createdAt',
    `select y.id, y.purpose, y.description, y.amount, y.state, y.intent_id as "intentId",
       y.card_fingerprint as "cardFingerprint", y.card_country as "cardCountry",
       y.risk_level as "riskLevel", y.risk_score as "riskScore", y.created_at as "createdAt",
       (select coalesce(json_agg(json_build_object('amount', f.amount, 'state', f.state, 'reason', f.reason,
            'createdAt', f.created_at, 'paidAt', f.paid_at) order by f.created_at, f.id), '[]')
          from refunds f where f.payment_id = y.id) as refunds
     from payments y where y.user_id = $1`,
    userId,
  );
  // The dates must be made from texts, because the query returns JSON, which has no dates.
  const readRefund = ({ createdAt, paidAt, ...refund }: CardPayment['refunds'][number]) => ({
    ...refund,
    createdAt: new Date(createdAt),
    paidAt: paidAt === null ? null : new Date(paidAt),
  });
  return {
    olderLeftOut,
    entries: entries.map((entry) => ({ ...entry, refunds: entry.refunds.map(readRefund) })),
  };
}

export function listBoughtPacks(db: Database, userId: string): Promise<Newest<'packs'>> {
  return listNewestEntries(
    db,
    'boughtAt',
    `select p.id, p.pack_type_id as "packTypeId", t.name as "packName",
       case when p.state = 'opened' then k.certification_number end as "certificationNumber", o.id as "openingId", o.opened_at as "openedAt",
       r.paid_at as "boughtAt", v.opening_id is not null as "isCovered"
     from places p
     join physical_packs k on k.id = p.pack_id
     join pack_types t on t.id = p.pack_type_id
     join orders r on r.id = p.reservation_id
     left join openings o on o.pack_id = p.pack_id
     left join covered_openings v on v.opening_id = o.id
     where p.buyer_id = $1 and p.state in ('sold', 'disputed', 'opened')`,
    userId,
  );
}

export function listTickets(db: Database, userId: string): Promise<Newest<'tickets'>> {
  return listNewestEntries(
    db,
    'issuedAt',
    `select p.id, encode(d.hash, 'hex') as drop, t.place, encode(t.ref, 'hex') as ref, t.issued_at as "issuedAt",
       t.sealed_in as "sealedIn"
     from places p
     join tickets t on t.place_id = p.id and t.given_back_at is null
     join drops d on d.id = t.drop_id
     where p.buyer_id = $1 and p.state in ('sold', 'disputed', 'opened')`,
    userId,
  );
}

export function listCards(db: Database, userId: string): Promise<Newest<'cards'>> {
  return listNewestEntries(
    db,
    'openedAt',
    `select p.id, c.name, s.name as "setName", c.rarity, c.finish, p.condition, ${PACK_OF_CARD} as "packName",
       ${OPENING_OF_CARD} as "openingId", p.opened_at as "openedAt", p.cost as "boughtFor", p.status, p.lock_reason as "lockReason",
       p.auto_convert_at as "autoConvertAt", c.market_value as "marketValue", p.exit_price as paid,
       p.exited_at as "exitedAt"
     from physical_cards p
     join cards c on c.id = p.card_id
     join card_sets s on s.id = c.set_id
     join openings o on o.pack_id = p.pack_id
     join physical_packs k on k.id = p.pack_id
     join pack_types t on t.id = k.pack_type_id
     where p.opened_by_id = $1`,
    userId,
  );
}

export function listShipments(db: Database, userId: string): Promise<Newest<'shipments'>> {
  return listNewestEntries(
    db,
    'createdAt',
    `select id, state, address, payment_method as "paymentMethod", base_fee + weight_fee + insurance_fee - reduction + tax as fee, carrier,
       tracking_number as "trackingNumber", created_at as "createdAt", requested_at as "requestedAt",
       packed_at as "packedAt", shipped_at as "shippedAt", delivered_at as "deliveredAt",
       cancelled_at as "cancelledAt",
       array(select c.card_id from shipment_cards c where c.shipment_id = shipments.id order by 1) as "cardIds"
     from shipments where user_id = $1`,
    userId,
  );
}

type HeldMail = Newest<'mails'>['entries'][number];

/** Lists a user's mails. If a mail has a code, its text is left out. */
export async function listMails(
  db: Database,
  userId: string,
  headAt: (writtenAt: Date) => Promise<Letterhead>,
): Promise<Newest<'mails'>> {
  const { entries, olderLeftOut } = await listNewestEntries<
    Omit<HeldMail, 'subject' | 'text'> & StoredWords & { is_secret: boolean }
  >(
    db,
    'createdAt',
    `select id, kind, to_address as "to", subject, text, null as html, facts, is_secret,
       created_at as "createdAt", sent_at as "sentAt"
     from mails where user_id = $1`,
    userId,
  );
  return {
    olderLeftOut,
    entries: await Promise.all(
      entries.map(async ({ is_secret: isSecret, ...mail }) => ({
        ...mail,
        subject: isSecret ? null : mail.subject,
        text: isSecret ? null : mailText(mail, await headAt(mail.createdAt)).text,
      })),
    ),
  };
}

export function listCardWishes(db: Database, userId: string): Promise<PersonalData['cardWishes']> {
  return statement(
    db,
    `select w.card_id as "cardId", c.name, s.name as "setName", w.wished_at as "wishedAt", w.told_at as "toldAt", w.line,
       w.line_told_at as "lineToldAt"
     from card_wishes w join cards c on c.id = w.card_id join card_sets s on s.id = c.set_id
     where w.user_id = $1 order by w.wished_at, w.card_id`,
    [userId],
  );
}

export function listPackWishes(db: Database, userId: string): Promise<PersonalData['packWishes']> {
  return statement(
    db,
    `select w.pack_type_id as "packTypeId", t.name as "packName", w.wished_at as "wishedAt", w.told_at as "toldAt"
     from pack_wishes w join pack_types t on t.id = w.pack_type_id
     where w.user_id = $1 order by w.wished_at, t.id`,
    [userId],
  );
}

export function listNotices(db: Database, userId: string): Promise<Newest<'notices'>> {
  return listNewestEntries(
    db,
    'madeAt',
    `select id, kind, pack_type_ids as "packTypeIds", card_ids as "cardIds", line, market_value as "marketValue",
       amount, subject_id as "subjectId", made_at as "madeAt", read_at as "readAt"
     from notices where user_id = $1`,
    userId,
  );
}

export function listCreditReturns(
  db: Database,
  userId: string,
): Promise<PersonalData['creditReturns']> {
  return statement(
    db,
    `select state, is_by_button as "isByButton", asked_at as "askedAt", decided_at as "decidedAt", transferred, reference
     from credit_returns where user_id = $1 order by asked_at, id`,
    [userId],
  );
}

export function listImportedCredits(
  db: Database,
  userId: string,
): Promise<PersonalData['importedCredits']> {
  return statement(
    db,
    `select amount, is_bought as "isBought", reference, imported_at as "importedAt" from imported_credits
     where user_id = $1 order by imported_at, id`,
    [userId],
  );
}

export function listPlaceQuestions(
  db: Database,
  userId: string,
): Promise<PersonalData['placeQuestions']> {
  return statement(
    db,
    `select kind, region, found_at as "foundAt", closed_at as "closedAt" from place_questions
     where user_id = $1 order by found_at, id`,
    [userId],
  );
}

export function listOperatorNotes(db: Database, userId: string): Promise<Newest<'operatorNotes'>> {
  return listNewestEntries(
    db,
    'writtenAt',
    `select id, subject_kind as "on", subject_id as "subjectId", text, written_at as "writtenAt"
     from notes where about_id = $1`,
    userId,
  );
}

export function listSharedPulls(
  db: Database,
  userId: string,
): Promise<PersonalData['sharedPulls']> {
  return statement(
    db,
    `select address, card_id as "cardId", shown_name as "shownName", shared_at as "sharedAt" from shared_pulls
     where user_id = $1 and ended_at is null order by shared_at, address`,
    [userId],
  );
}
