import { listPackTypes, type PackType } from '#contract/catalogue.ts';
import * as z from 'zod/mini';

/** Pack types as the shop sends them: what a browser can keep. */
export function packTypesInWire(packTypes: PackType[]): unknown {
  return z.encode(listPackTypes.reply, packTypes);
}

/** The pack types again; null for what an older shop wrote. */
export function packTypesOfWire(kept: unknown): PackType[] | null {
  const decoded = z.safeDecode(listPackTypes.reply, kept as never);
  return decoded.success ? decoded.data : null;
}
