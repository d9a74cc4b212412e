import { auditBooks as auditRow } from '#contract/admin.ts';
import { showOverview as overviewRow } from '#contract/books.ts';
import { showConfig as configRow } from '#contract/shop.ts';
import { showStockedCard as cardRow, showStockedPack as packRow } from '#contract/stock.ts';
import { route } from '../http/serve.ts';
import { auditBooks } from './audit-books.ts';
import { showConfig } from './show-config.ts';
import { showOverview } from './show-overview.ts';
import { showStockedCard, showStockedPack } from './show-stock.ts';

export const adminRoutes = [
  route(auditRow, auditBooks),
  route(configRow, showConfig),
  route(overviewRow, showOverview),
  route(packRow, showStockedPack),
  route(cardRow, showStockedCard),
];
