import * as rows from '#contract/storefront.ts';
import type { Figure } from '#domain/shop-settings.ts';
import { FIGURE_MOST } from '#domain/stock.ts';
import { statement } from '#engine/database.ts';
import { handler } from '../http/handler.ts';

const counted = (what: string) =>
  `(select count(*)::int from (select ${what} limit ${FIGURE_MOST}) counted)`;

/**
 * Counts only up to the number that the page shows, so that the cost is the same in every shop. The limit is in the
 * text of the statement, because a cached plan doesn't know the value of a parameter (choice 280).
 */
export const showFigures = handler(rows.showFigures, async ({ db, settings }) => {
  const [figures] = await statement<{
    packsOpened: number;
    cardsShipped: number;
    packsInStock: number;
  }>(
    db,
    `select ${counted('from openings')} as "packsOpened",
       ${counted(`from shipments s join shipment_cards c on c.shipment_id = s.id
         where s.state in ('shipped', 'delivered')`)} as "cardsShipped",
       (select least(coalesce(sum(packs), 0), ${FIGURE_MOST})::int from shown_changes) as "packsInStock"`,
    [],
  );
  const floors = settings.now().figureFloors;
  const shown = (figure: Figure) => {
    const floor = floors[figure];
    return floor !== null && figures![figure] >= floor ? figures![figure] : null;
  };
  return {
    packsOpened: shown('packsOpened'),
    cardsShipped: shown('cardsShipped'),
    packsInStock: shown('packsInStock'),
  };
});
