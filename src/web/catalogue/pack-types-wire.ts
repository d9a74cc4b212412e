import { listPackTypes, type PackType } from '#contract/catalogue.ts';
import * as z from 'zod/mini';

/** Encodes pack types in wire form, which a browser can store. */
export function packTypesInWire(packTypes: PackType[]): unknown {
  return z.encode(listPackTypes.reply, packTypes);
}

/** Decodes stored pack types. Returns null if the data is invalid, as it may be if an older release stored it. */
export function packTypesOfWire(stored: unknown): PackType[] | null {
  const decoded = z.safeDecode(listPackTypes.reply, stored as never);
  return decoded.success ? decoded.data : null;
}
