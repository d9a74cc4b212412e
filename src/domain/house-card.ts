// Cards that belong to the house again, and may be sold one by one ("singles", docs/singles.md).

/**
 * States of a house's card. `elsewhere` means that it is listed in another shop, and reserved for that shop here.
 * `lost` means that nobody found it when it was taken in hand or counted: the house keeps its cost. `given` means that
 * somebody got it in place of a card of theirs that the shop lost, damaged or recorded wrongly.
 */
export const HOUSE_CARD_STATES = [
  'came_back',
  'checked',
  'shelved',
  'on_sale',
  'reserved',
  'sold',
  'withdrawn',
  'lost',
  'elsewhere',
  'sold_elsewhere',
  'given',
] as const;
export type HouseCardState = (typeof HOUSE_CARD_STATES)[number];

/** The next states that each state allows. The database has the same steps (`allowed_steps`). */
export const HOUSE_CARD_STEPS: Record<HouseCardState, readonly HouseCardState[]> = {
  came_back: ['checked', 'withdrawn', 'lost'],
  checked: ['shelved', 'withdrawn', 'lost'],
  shelved: ['on_sale', 'withdrawn', 'lost', 'given'],
  on_sale: ['shelved', 'reserved', 'sold', 'elsewhere', 'withdrawn', 'lost', 'given'],
  reserved: ['on_sale', 'sold'],
  sold: [],
  withdrawn: ['checked', 'shelved', 'on_sale', 'lost'],
  lost: [],
  elsewhere: ['on_sale', 'sold_elsewhere'],
  sold_elsewhere: [],
  given: [],
};
