import { auditBooks as auditRow } from '#contract/admin.ts';
import { showConfig as configRow } from '#contract/shop.ts';
import { route } from '../http/serve.ts';
import { auditBooks } from './audit-books.ts';
import { showConfig } from './show-config.ts';

export const adminRoutes = [route(auditRow, auditBooks), route(configRow, showConfig)];
