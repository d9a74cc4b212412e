// A readable name for a browser from its user agent: enough to recognize one's own devices.

/** Null: unknown, or not sent. */
export type Device = { browser: string | null; system: string | null };

// In this order: most browsers also name those that they want to be taken for.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** Reads a User-Agent header, without versions: they change every few weeks on the same device. */
export function readDevice(userAgent: string): Device {
  const first = (names: typeof BROWSERS) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}

/** A device in a few words: "Firefox on Windows". */
export function nameDevice({ browser, system }: Device): string {
  if (browser === null && system === null) return 'Unknown device';
  if (system === null) return browser!;
  return `${browser ?? 'Unknown browser'} on ${system}`;
}
