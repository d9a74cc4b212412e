import type { Route } from '../http/handler.ts';
import { applyImport, discardImport, stopImport } from './apply-import.ts';
import { exportWrongLines, listImports, showImport, showImportTemplate } from './list-imports.ts';
import { readImportHeads, startImport } from './start-import.ts';

export const importRoutes: Route[] = [
  readImportHeads,
  startImport,
  listImports,
  showImport,
  applyImport,
  stopImport,
  discardImport,
  exportWrongLines,
  showImportTemplate,
];
