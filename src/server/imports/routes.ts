import type { Route } from '../http/handler.ts';
import { applyImport, discardImport } from './apply-import.ts';
import { exportWrongLines, listImports, showImport, showImportTemplate } from './list-imports.ts';
import { startImport } from './start-import.ts';

export const importRoutes: Route[] = [
  startImport,
  listImports,
  showImport,
  applyImport,
  discardImport,
  exportWrongLines,
  showImportTemplate,
];
