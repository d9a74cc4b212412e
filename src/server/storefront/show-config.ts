import * as rows from '#contract/storefront.ts';
import { hexOfShade, STYLESHEET_COLOUR, themeStyle, tokensOf } from '#domain/brand-colour.ts';
import { hasDefaultName, SHARE_PICTURES } from '#domain/default-shop.ts';
import { LEGAL_TITLES } from '#domain/consent.ts';
import { CURRENCY } from '#domain/money.ts';
import { leastFee } from '#domain/parcel-tariff.ts';
import { sealSentence } from '#domain/seal.ts';
import { sellerLines } from '#domain/seller-lines.ts';
import { shownTaxes } from '#domain/tax.ts';
import { sumOfRates } from '#domain/tax-lines.ts';
import { handler } from '../http/handler.ts';
import { listSealKinds } from '../catalogue/pack-types-queries.ts';
import { takesCards } from '../card-payments/begin-payment.ts';
import { findCurrentTariff } from '../shipping/current-tariff.ts';
import { iconUrl, logoUrls } from './logo-urls.ts';

export const showConfig = handler(rows.showConfig, async (context) => {
  const { db, config, cardProvider, settings, now } = context;
  const shop = settings.now();
  const taxes = shownTaxes(settings.taxes(), now());
  const { bg } = tokensOf(shop.colour);
  return {
    currency: CURRENCY,
    name: shop.name,
    games: settings.games().map(({ id, name }) => ({ id, name })),
    contactEmail: shop.contactEmail,
    twitterUrl: shop.social.twitter,
    facebookUrl: shop.social.facebook,
    instagramUrl: shop.social.instagram,
    youtubeUrl: shop.social.youtube,
    discordUrl: shop.social.discord,
    writesCurrency: shop.writesCurrency,
    notice: settings.notice(now()),
    sealed: sealSentence(await listSealKinds(db)),
    sellerLines: sellerLines(shop.seller, shop.contactEmail),
    legalTexts: settings.legal().map(({ key, version }) => ({
      key,
      title: LEGAL_TITLES[key],
      version,
    })),
    firstYear: shop.firstYear,
    themeStyle: themeStyle(shop.colour),
    barColours: { light: hexOfShade(bg.light), dark: hexOfShade(bg.dark) },
    logo: logoUrls(shop),
    icon: iconUrl(shop, 192),
    touchIcon: iconUrl(shop, 180) ?? (shop.colour === STYLESHEET_COLOUR ? '/icon-180.png' : null),
    sharePicture: hasDefaultName(shop) ? SHARE_PICTURES.ofDefault : SHARE_PICTURES.ofOthers,
    highValue: config.highValue,
    refreshesPrices: config.priceSources !== null,
    passwordLengthMin: config.passwordLengthMin,
    demo: config.demo,
    features: { auth: true, cards: true, packs: true, transactions: true },
    stripePublishableKey: takesCards(context) ? cardProvider!.publishableKey : null,
    cardsWaitForOpening: cardProvider !== null && settings.opening() === 'closed',
    sandbox: cardProvider?.sandbox ?? false,
    charges: {
      taxRate: taxes.regions === null ? sumOfRates(taxes.rates) : 0,
      cardFee: config.cardFee,
    },
    topUpFee: config.topUpFee,
    taxes,
    shippingFrom: leastFee((await findCurrentTariff(db)).tariff),
  };
});
