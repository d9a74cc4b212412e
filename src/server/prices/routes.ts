import type { Route } from '../http/handler.ts';
import { showCardFacts, showCardShelf } from './show-card-facts.ts';
import { listHeldPrices, decideHeldPrice, setCardPrice } from './admin/decide-prices.ts';
import { showPriceDay } from './show-price-day.ts';

export const pricesRoutes: Route[] = [
  showCardFacts,
  showCardShelf,
  listHeldPrices,
  decideHeldPrice,
  setCardPrice,
  showPriceDay,
];
