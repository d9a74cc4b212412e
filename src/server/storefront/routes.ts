import type { Route } from '../http/handler.ts';
import { saveShopSettings, showShopSettings } from './admin/edit-settings.ts';
import { savePlaceSettings, showPlaces, showPlaceSettings } from './admin/edit-places.ts';
import {
  confirmOpeningCode,
  mailOpeningCode,
  showShopOpening,
  signOpeningLine,
  testWebhook,
} from './admin/edit-opening.ts';
import { saveTaxSettings, showTaxSettings } from './admin/edit-taxes.ts';
import { showTaxProvider } from './admin/show-tax-provider.ts';
import { exportTaxes } from './admin/export-taxes.ts';
import { showConfig } from './show-config.ts';
import { putLogo, removeLogo } from './admin/logos.ts';
import { showLegalFile, showLegalText, showLegalVersion } from './legal-texts.ts';
import { showFigures } from './show-figures.ts';
import { previewText, saveText, showAdminText, showTextVersion } from './admin/edit-texts.ts';
import { showText } from './show-text.ts';

export const storefrontRoutes: Route[] = [
  showConfig,
  showFigures,
  showText,
  showLegalText,
  showLegalVersion,
  showLegalFile,
  showShopSettings,
  saveShopSettings,
  putLogo,
  removeLogo,
  showPlaces,
  showPlaceSettings,
  savePlaceSettings,
  showShopOpening,
  signOpeningLine,
  mailOpeningCode,
  confirmOpeningCode,
  testWebhook,
  showTaxSettings,
  saveTaxSettings,
  showTaxProvider,
  exportTaxes,
  showAdminText,
  showTextVersion,
  previewText,
  saveText,
];
