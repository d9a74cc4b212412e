// Makes the parts of a mail that come from the shop's settings: name, address, contacts, and the colour of buttons.
import { hexOfShade, STYLESHEET_COLOUR, tokensOf } from '#domain/brand-colour.ts';
import type { ShopSettings } from '#domain/shop-settings.ts';
import { pictureUrl } from '../pictures/picture-urls.ts';
import type { Context } from '../runtime/context.ts';

type Button = { ground: string; ink: string };

export type Letterhead = {
  shop: string;
  publicUrl: string;
  contact: string;
  /** The address of the logo. If there is no logo, the mail shows the shop's name. */
  logo?: string | null;
  button: { light: Button; dark: Button };
};

/**
 * The colours of buttons in mails. They are a little lighter than on the pages, because mail programs choose their own
 * backgrounds.
 */
const OWN_BUTTON = {
  light: { ground: '#0b6b45', ink: '#fff' },
  dark: { ground: '#5ee0a8', ink: '#06140e' },
};

/** Makes the letterhead from the current settings, or from earlier settings that the caller gives. */
export function letterheadOf(
  { config, settings }: Pick<Context, 'config' | 'settings'>,
  { name, contactEmail, colour, logos }: ShopSettings = settings.now(),
): Letterhead {
  const { publicUrl } = config;
  const logo = logos.light ?? logos.dark;
  return {
    shop: name,
    publicUrl,
    contact: contactEmail,
    logo: logo && publicUrl + pictureUrl(logo, { width: 320, format: 'png' }),
    button: buttonOf(colour),
  };
}

function buttonOf(colour: string): Letterhead['button'] {
  if (colour === STYLESHEET_COLOUR) return OWN_BUTTON;
  const { brand, 'on-brand': ink } = tokensOf(colour);
  return {
    light: { ground: hexOfShade(brand.light), ink: hexOfShade(ink.light) },
    dark: { ground: hexOfShade(brand.dark), ink: hexOfShade(ink.dark) },
  };
}

/** Makes the letterhead from the settings at the time when a mail was written. */
export async function letterheadAt(
  context: Pick<Context, 'config' | 'settings'>,
  writtenAt: Date,
): Promise<Letterhead> {
  return letterheadOf(context, await context.settings.at(writtenAt));
}
