import type { Route } from '../http/verb.ts';
import { saveShopSettings, showShopSettings } from './edit-settings.ts';
import { saveTaxSettings, showTaxSettings } from './edit-taxes.ts';
import { showTaxProvider } from './show-tax-provider.ts';
import { exportTaxes } from './export-taxes.ts';
import { showConfig } from './show-config.ts';
import { putLogo, removeLogo } from './logos.ts';
import { showLegalText, showLegalVersion } from './legal-texts.ts';
import { showFigures } from './show-figures.ts';
import { previewText, saveText, showAdminText, showText, showTextVersion } from './texts.ts';

export const storefrontRoutes: Route[] = [
  showConfig,
  showFigures,
  showText,
  showLegalText,
  showLegalVersion,
  showShopSettings,
  saveShopSettings,
  putLogo,
  removeLogo,
  showTaxSettings,
  saveTaxSettings,
  showTaxProvider,
  exportTaxes,
  showAdminText,
  showTextVersion,
  previewText,
  saveText,
];
