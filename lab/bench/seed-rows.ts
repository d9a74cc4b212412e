// `seedRows` creates a shop after years, with as many rows in its longest tables as the caller wants. The shop has all
// that `seedScale` creates, and more prices, mails and entries of the audit log.
import { BUSY, seedScale } from './seed-scale.ts';

/**
 * The number of a shopper's journals. It is one less than the number of transfers, because two transfers share a
 * journal.
 */
const JOURNALS_OF_SHOPPER = BUSY.transfers - 1;
/**
 * The rows that each shopper or card gets in addition to those of `seedScale`, in proportion to the journals. Mails are
 * long, so there are only a fifth as many; the audit log gets a tenth.
 */
const MORE_PRICES = JOURNALS_OF_SHOPPER - 10;
const MORE_MAILS = Math.floor(JOURNALS_OF_SHOPPER / 5);
const ENTRIES_OF_SHOPPER = Math.floor(JOURNALS_OF_SHOPPER / 10);
const OPERATORS = 20;

const STEPS: Record<string, string> = {
  // One price a week for nine months, as weekly imports would have stored them.
  week_prices: `
    insert into price_observations (card_id, source, observed_on, amount_minor, currency)
    select c.id, 'cardmarket', current_date - 7 * d, 100 + (c.market_value + d) * 7919 % 30000, 'EUR'
      from generate_series(0, ${MORE_PRICES - 1}) d, cards c where c.set_id like 'more-%'`,
  // Mails with stored fields like those of a receipt, but with fewer of them.
  more_mails: `
    insert into mails (id, user_id, kind, to_address, subject, facts, fact, state, attempts, created_at, sent_at)
    select gen_random_uuid(), u.id, (array['receipt', 'shipped', 'cards-expiring', 'price-alert'])[1 + n % 4], u.email, 'Your receipt',
           '{"order": "8f14e45f-ceea-467f-a8c4-d1bd5b5f1c0a", "lines": [{"name": "Scale pack", "quantity": 1, "total": 540}]}',
           case when n % 4 = 0 then 'scale:' || u.username || ':' || n end, 'sent', 1, u.created_at + n * interval '3 hours', u.created_at + n * interval '3 hours'
      from users u, generate_series(1, ${MORE_MAILS}) n where u.role = 'user'`,
  operators: `
    insert into users (id, email, username, password_hash, role, created_at)
    select id_of('operator', n), 'operator' || n || '@scale.test', 'operator' || n, '', 'moderator', day_of(1) from generate_series(1, ${OPERATORS}) n`,
  // Does the work of the table's trigger, because the trigger would search for the end of the chain for each entry.
  audit_log: `
    do $$
    declare
      entry audit_log;
      previous text := '';
      entries bigint := $1::bigint * ${ENTRIES_OF_SHOPPER};
    begin
      for n in 1..entries loop
        entry := row(n, now() - interval '365 days' + n * (interval '364 days' / entries), id_of('operator', 1 + n % ${OPERATORS}),
          (array['move_shipment', 'set_price', 'grant_credits', 'lock_user', 'save_pack_type'])[1 + n % 5],
          (array['shipment', 'price', 'user', 'user', 'pack_type'])[1 + n % 5], 'subject ' || n / 5,
          '{"status": "requested"}'::jsonb, '{"status": "packed"}'::jsonb, '203.0.113.' || n % 250, 'request ' || n, '');
        entry.hash := audit_log_hash(entry, previous);
        previous := entry.hash;
        insert into audit_log select entry.*;
      end loop;
    end $$`,
};

/** The number of shoppers who together have about this many journals. */
function shoppersFor(journals: number): number {
  return Math.ceil(journals / JOURNALS_OF_SHOPPER);
}

/**
 * Fills the migrated, empty database at `url` with about this many journals, transfers and prices, a fifth as many
 * mails, and a tenth as many entries of the audit log.
 */
export async function seedRows(
  url: string,
  journals: number,
  say: (line: string) => void,
): Promise<void> {
  const shoppers = shoppersFor(journals);
  await seedScale(url, shoppers, BUSY, say, Math.floor(shoppers / 10) + 160, STEPS);
}
