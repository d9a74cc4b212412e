// Reads a file of packs in the browser. The file has JSON lines in the format of the command line, and may be gzipped.
// The shop itself checks types and cards, and compares the packs with earlier intakes.
import { intakePack, type IntakePack } from '#contract/stock-admin.ts';
import { certificationTaken, otherContentAt, readPackLine } from '#domain/intake.ts';

export type LineProblem = { line: number; problem: string };

/** A pack in the format of the intake endpoint. A malformed pack stays as it is: the shop reports its error. */
type WrittenPack = { line: number; pack: unknown };

export type PackFile = {
  packs: WrittenPack[];
  /** The number of lines with pack types, which the intake does not accept. */
  packTypes: number;
  /** The number of packs that are identical to an earlier pack of the file. Each pack is sent only once. */
  repeated: number;
  problems: LineProblem[];
};

const GZIP = [0x1f, 0x8b];

/** Returns the text of a file, decompressed if the file is gzipped. Throws if the file is corrupt. */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const head = new Uint8Array(bytes.slice(0, GZIP.length));
  if (!GZIP.every((byte, at) => head[at] === byte)) return new TextDecoder().decode(bytes);
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).text();
}

/** Reads all lines of the file. Packs that contradict each other become problems. */
export function readPackFile(text: string): PackFile {
  const file: PackFile = { packs: [], packTypes: 0, repeated: 0, problems: [] };
  const serials = new Map<string, { line: number; content: string }>();
  const certifications = new Map<string, string>();
  for (const [index, written] of text.split('\n').entries()) {
    if (written.trim() === '') continue;
    const line = index + 1;
    const found = readPackLine(written);
    if ('problem' in found) file.problems.push({ line, problem: found.problem });
    else if ('packType' in found) file.packTypes += 1;
    else {
      const pack = packOf(found.pack);
      const parsed = intakePack.safeParse(pack);
      if (!parsed.success) {
        file.packs.push({ line, pack });
        continue;
      }
      const { serial, certificationNumber: certification } = parsed.data;
      const content = contentOf(parsed.data);
      const before = serials.get(serial);
      const other = certifications.get(certification);
      if (before?.content === content) file.repeated += 1;
      else if (before !== undefined) {
        const problem = otherContentAt(serial, `line ${before.line}`);
        file.problems.push({ line, problem });
      } else if (other !== undefined) {
        file.problems.push({ line, problem: certificationTaken(certification, other) });
      } else {
        serials.set(serial, { line, content });
        certifications.set(certification, serial);
        file.packs.push({ line, pack: parsed.data });
      }
    }
  }
  return file;
}

/** The content of a pack, as one text in any notation. A finish that is not named is almost always the normal one. */
function contentOf(pack: IntakePack): string {
  const cards = pack.cards.map(({ finish = 'normal', ...card }) => ({ ...card, finish }));
  return JSON.stringify({ ...pack, cards });
}

/** Converts a pack from the format of the file to the format of the intake endpoint. */
function packOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { packType, certification, ...rest } = value as Record<string, unknown>;
  return { ...rest, packTypeId: packType, certificationNumber: certification };
}

/** Splits a list into consecutive chunks of at most `size` items. */
export function inChunks<One>(list: readonly One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  );
}
