import type { Route } from '../http/verb.ts';
import { listAuditEntries } from './list-audit-entries.ts';

export const auditLogRoutes: Route[] = [listAuditEntries];
