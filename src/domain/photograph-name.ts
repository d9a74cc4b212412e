// Files of photographs are named for the place that they are of: `A-0001_3.jpg`.

/** Beyond the largest pack type. */
const POSITION_MAX = 100;

/** The pack and the place that the name of a file says, from 1; null where it says none. */
export function readPhotographName(file: string): { serial: string; position: number } | null {
  const [, serial, written] = /^(.+)_(\d{1,3})\.(?:jpe?g|png|webp)$/i.exec(file) ?? [];
  const position = Number(written);
  if (serial === undefined || position < 1 || position > POSITION_MAX) return null;
  return { serial, position };
}
