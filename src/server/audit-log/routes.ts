import type { Route } from '../http/handler.ts';
import { listAuditEntries } from './list-audit-entries.ts';

export const auditLogRoutes: Route[] = [listAuditEntries];
