// Converts colours between OKLab and sRGB. In OKLab, two colours at equal distances look equally different. An OKLab
// colour has a lightness and two axes: a (green to red) and b (blue to yellow). An sRGB colour is here either three
// linear parts from 0 to 1, or text like `#rrggbb`. Björn Ottosson published the constants together with OKLab.

type Three = [number, number, number];

/**
 * Linear red, green and blue of an OKLab colour. If a part is below 0 or above 1, no screen can show the colour.
 */
export function lightOfLab(lightness: number, a: number, b: number): Three {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Linear red, green and blue of a colour given by lightness, chroma and hue in degrees. */
export function lightOfLch(lightness: number, chroma: number, hue: number): Three {
  const radians = (hue * Math.PI) / 180;
  return lightOfLab(lightness, chroma * Math.cos(radians), chroma * Math.sin(radians));
}

/** Whether a screen can show a colour. The tolerance is so small that nobody sees it. */
export function isShowable(light: Three): boolean {
  return light.every((part) => part >= -0.0005 && part <= 1.0005);
}

/** The nearest colour that a screen can show, as `#rrggbb`. */
export function hexOfLight(light: readonly number[]): string {
  const parts = light.map((part) => {
    const sent = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
    const byte = Math.round(Math.min(1, Math.max(0, sent)) * 255);
    return byte.toString(16).padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/** Linear red, green and blue of `#rrggbb`. */
export function lightOfHex(hex: string): Three {
  const partAt = (at: number): number => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return [partAt(1), partAt(3), partAt(5)];
}

export function labOfHex(hex: string): Three {
  const [red, green, blue] = lightOfHex(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Lightness, chroma, and hue in degrees (0 to 360) of `#rrggbb`. */
export function lchOfHex(hex: string): Three {
  const [lightness, a, b] = labOfHex(hex);
  return [lightness, Math.hypot(a, b), ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360];
}
