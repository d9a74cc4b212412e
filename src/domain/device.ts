// Names a browser from its user agent, well enough for users to recognize their own devices.

/** A part is null if it is unknown, or if the browser did not send it. */
export type Device = { browser: string | null; system: string | null };

// The order matters, because most browsers also name other browsers for compatibility.
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

/** Reads a User-Agent header. Ignores versions, because they change every few weeks on the same device. */
export function readDevice(userAgent: string): Device {
  const first = (names: typeof BROWSERS) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}

/** A device's name for users: "Firefox on Windows". */
export function nameDevice({ browser, system }: Device): string {
  if (browser === null && system === null) return 'Unknown device';
  if (system === null) return browser!;
  return `${browser ?? 'Unknown browser'} on ${system}`;
}
