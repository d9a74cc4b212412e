// Creates shoppers with cards, and requests shipments of these cards.
import type { Page } from '@playwright/test';
import { askDatabase, callAs, signUp } from './shopper.ts';

export type OwnCard = { card: { id: string; name: string }; packOpeningId: string };

export const ADDRESS = {
  firstName: 'Mira',
  lastName: 'van der Berg',
  addressLine1: '12 Queen St W',
  addressLine2: '',
  city: 'Toronto',
  state: 'ON',
  postalCode: 'M5H 2N2',
  country: 'CA',
};

/** Signs up a new shopper who owns the cards of one pack. */
export async function signUpWithCards(page: Page): Promise<{ email: string; cards: OwnCard[] }> {
  const email = await signUp(page);
  await callAs(page, '/payments/purchase-with-balance', {
    packs: [{ packId: 'pokemon-sv1', quantity: 1 }],
    paymentMethod: 'balance',
  });
  const { cards } = await callAs<{ cards: OwnCard[] }>(
    page,
    '/cards/my?status=available&pageSize=50',
  );
  return { email, cards };
}

/** Requests a shipment of some cards of one pack. Returns the shipment's id. */
export async function ship(page: Page, cards: OwnCard[]): Promise<string> {
  const { id } = await callAs<{ id: string }>(page, '/shipping/requests', {
    cardGroups: [
      { packOpeningId: cards[0]!.packOpeningId, cardIds: cards.map(({ card }) => card.id) },
    ],
    shippingAddress: ADDRESS,
    paymentMethod: 'balance',
  });
  return id;
}

/**
 * Simulates that time has passed for `count` more cards of a shopper. They end in `days` days, or are locked because
 * their time is over.
 */
export async function ageCards(
  email: string,
  days: number,
  count: number,
  status: 'available' | 'locked' = 'available',
): Promise<void> {
  await askDatabase(
    `update physical_cards set auto_convert_at = now() + $2 * interval '1 day', status = $4,
       lock_reason = case $4 when 'locked' then 'expired' end
     where id in (
       select p.id from physical_cards p join users u on u.id = p.opened_by_id
       where u.email = $1 and p.status = 'available' and p.auto_convert_at > now() + interval '29 days'
       order by p.pack_id, p.position limit $3
     )`,
    [email, days, count, status],
  );
}
