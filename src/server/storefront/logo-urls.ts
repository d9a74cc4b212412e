// Makes the addresses of the shop's own pictures, in the sizes for pages, mails and operating systems.
import type { ShopSettings } from '#domain/shop-settings.ts';
import { pictureUrl } from '../pictures/picture-urls.ts';

/**
 * Returns the logos in the header, for light and dark background, or null if the header has the drawn mark with the
 * name.
 */
export function logoUrls({
  logos: { light, dark },
}: ShopSettings): { light: string; dark: string } | null {
  const usual = (name: string) => pictureUrl(name, { width: 320, format: 'webp' });
  const [onLight, onDark] = [light ?? dark, dark ?? light];
  return onLight === null || onDark === null
    ? null
    : { light: usual(onLight), dark: usual(onDark) };
}

/** Returns the icon as a PNG that is `width` pixels wide, or null if the shop uses the drawn mark. */
export function iconUrl({ logos: { icon } }: ShopSettings, width: 180 | 192 | 512): string | null {
  return icon === null ? null : pictureUrl(icon, { width, format: 'png' });
}
