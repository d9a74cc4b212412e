// What the shop makes of a picture that was uploaded: its widths and formats.

export type PictureFormat = 'avif' | 'webp' | 'png';

/** What a picture is for. */
export type PictureForm = 'photograph' | 'logo' | 'icon';

type Writing = {
  /** The shortest side that is accepted, in px. */
  sideMin: number;
  isSquare: boolean;
  /** In px, from the smallest. Nothing is made wider than it came. */
  widths: readonly [number, number, number];
  formats: readonly PictureFormat[];
};

/** How a picture is written anew. PNG is for mails and for the icons of systems, which read little else. */
export const PICTURE_WRITINGS: Record<PictureForm, Writing> = {
  photograph: {
    sideMin: 200,
    isSquare: false,
    widths: [320, 640, 960],
    formats: ['avif', 'webp'],
  },
  logo: {
    sideMin: 48,
    isSquare: false,
    widths: [160, 320, 640],
    formats: ['avif', 'webp', 'png'],
  },
  icon: {
    sideMin: 512,
    isSquare: true,
    widths: [180, 192, 512],
    formats: ['avif', 'webp', 'png'],
  },
};
