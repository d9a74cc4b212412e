import type { Route } from '../http/verb.ts';
import { saveShopSettings, showShopSettings } from './edit-settings.ts';
import { saveTaxSettings, showTaxSettings } from './edit-taxes.ts';
import { exportTaxes } from './export-taxes.ts';
import { showConfig } from './show-config.ts';
import { showFigures } from './show-figures.ts';
import { previewText, saveText, showAdminText, showText, showTextVersion } from './texts.ts';

export const storefrontRoutes: Route[] = [
  showConfig,
  showFigures,
  showText,
  showShopSettings,
  saveShopSettings,
  showTaxSettings,
  saveTaxSettings,
  exportTaxes,
  showAdminText,
  showTextVersion,
  previewText,
  saveText,
];
