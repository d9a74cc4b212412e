// The widths and formats in which the shop stores an uploaded picture.

export type PictureFormat = 'avif' | 'webp' | 'png';

/** The use of a picture. */
export type PictureForm = 'photograph' | 'logo' | 'icon';

type Writing = {
  /** The minimum length of the shorter side, in px. */
  sideMin: number;
  isSquare: boolean;
  /** The widths in px, the smallest first. A picture is never enlarged. */
  widths: readonly [number, number, number];
  formats: readonly PictureFormat[];
};

/** How a picture of each use is encoded. Mails and system icons need PNG, because they support little else. */
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
