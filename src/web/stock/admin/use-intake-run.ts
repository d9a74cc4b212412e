// Sends a file of packs to the stock in batches. First the shop checks all batches, then it takes them in. After a
// failure the run can continue, because the shop skips packs that it already has.
import {
  INTAKE_PACKS_MAX,
  previewIntake,
  takeInPacks,
  type IntakePack,
} from '#contract/stock-admin.ts';
import { spreadBill, type PackCost } from '#domain/intake-bill.ts';
import { useState } from 'react';
import { useResponses } from '../../api/do.ts';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/messages.ts';
import {
  inChunks,
  readPackFile,
  textOfFile,
  type LineProblem,
  type PackFile,
} from './intake-file.ts';

/** What all packs of a file cost together, or each of them, and who supplied them. */
export type Bill = { per: 'all' | 'pack'; cost: PackCost | null; supplier: string | null };

type Counts = { newPacks: number; knownPacks: number };
/** The counts for one pack type. `waits`: new packs wait, because a drop of the type is on sale. */
type TypeCounts = Counts & { packTypeId: string; name: string; waits: boolean };
/** The number of packs taken in. `waitingPacks`: how many of the new packs wait until a drop ends. */
export type TakenIn = Counts & { waitingPacks: number; awaitsDrop: boolean };

export type IntakePreview = Counts & { types: TypeCounts[]; problems: LineProblem[] };

/** `done`: the number of packs that are finished. `all`: the number of packs in the file. */
type Progress = { done: number; all: number };

export type IntakeRun = { fileName: string } & (
  | { state: 'reading' }
  /** `problem`: the reason why the file could not be read. */
  | { state: 'unreadable'; problem: string }
  | { state: 'checking'; file: PackFile; progress: Progress }
  | { state: 'unchecked'; file: PackFile; problem: string }
  | { state: 'checked'; file: PackFile; preview: IntakePreview }
  | { state: 'taking'; file: PackFile; progress: Progress }
  | { state: 'stopped'; file: PackFile; progress: Progress; counts: TakenIn; problem: string }
  | { state: 'done'; counts: TakenIn }
);

const NONE: Counts = { newPacks: 0, knownPacks: 0 };
const NONE_TAKEN: TakenIn = { ...NONE, waitingPacks: 0, awaitsDrop: false };

/** Holds the run of the chosen file. The run is null until a file is chosen. */
export function useIntakeRun() {
  const [run, setRun] = useState<IntakeRun | null>(null);
  const { refresh } = useResponses();

  const check = async (fileName: string, file: PackFile) => {
    const all = file.packs.length;
    const preview: IntakePreview = { ...NONE, types: [], problems: [...file.problems] };
    try {
      let done = 0;
      for (const chunk of inChunks(file.packs, INTAKE_PACKS_MAX)) {
        setRun({ fileName, state: 'checking', file, progress: { done, all } });
        const said = await call(previewIntake, { packs: chunk.map(({ pack }) => pack) });
        preview.newPacks += said.newPacks;
        preview.knownPacks += said.knownPacks;
        for (const type of said.types) addCounts(preview.types, type);
        for (const { index, problem } of said.problems) {
          preview.problems.push({ line: chunk[index]!.line, problem });
        }
        done += chunk.length;
      }
    } catch (error) {
      setRun({ fileName, state: 'unchecked', file, problem: messageOf(error) });
      return;
    }
    preview.problems.sort((a, b) => a.line - b.line);
    setRun({ fileName, state: 'checked', file, preview });
  };

  const goOn = async (fileName: string, file: PackFile, from: number, before: TakenIn) => {
    const all = file.packs.length;
    const counts = { ...before };
    let done = from;
    try {
      for (const chunk of inChunks(file.packs.slice(from), INTAKE_PACKS_MAX)) {
        setRun({ fileName, state: 'taking', file, progress: { done, all } });
        // A file with problems is never taken in, so each pack is well-formed here.
        const taken = await call(takeInPacks, {
          packs: chunk.map(({ pack }) => pack as IntakePack),
        });
        counts.newPacks += taken.newPacks;
        counts.knownPacks += taken.knownPacks;
        counts.waitingPacks += taken.waitingPacks;
        done += chunk.length;
      }
      setRun({ fileName, state: 'done', counts });
    } catch (error) {
      const problem = messageOf(error);
      setRun({ fileName, state: 'stopped', file, progress: { done, all }, counts, problem });
    } finally {
      void refresh(takeInPacks.changes);
    }
  };

  return {
    run,
    forget: () => setRun(null),
    choose: async (chosen: File) => {
      const fileName = chosen.name;
      setRun({ fileName, state: 'reading' });
      let text: string;
      try {
        text = await textOfFile(chosen);
      } catch {
        setRun({ fileName, state: 'unreadable', problem: 'It is damaged and can’t be unpacked.' });
        return;
      }
      const file = readPackFile(text);
      if (file.packs.length === 0 && file.problems.length === 0) {
        setRun({ fileName, state: 'unreadable', problem: 'It contains no packs.' });
      } else await check(fileName, file);
    },
    checkAgain: () => run?.state === 'unchecked' && void check(run.fileName, run.file),
    takeIn: (bill: Bill | null, awaitsDrop: boolean) => {
      if (run?.state !== 'checked') return;
      const file = withBill(run.file, bill);
      void goOn(run.fileName, awaitsDrop ? forDrop(file) : file, 0, { ...NONE_TAKEN, awaitsDrop });
    },
    resume: () =>
      run?.state === 'stopped' && void goOn(run.fileName, run.file, run.progress.done, run.counts),
  };
}

function addCounts(types: TypeCounts[], more: TypeCounts): void {
  const known = types.find((type) => type.packTypeId === more.packTypeId);
  if (known === undefined) types.push({ ...more });
  else {
    known.newPacks += more.newPacks;
    known.knownPacks += more.knownPacks;
  }
}

/** Makes the packs of a file wait for a drop. The packs are well-formed, because the file has no problems. */
function forDrop(file: PackFile): PackFile {
  const packs = file.packs.map(({ line, pack }) => ({
    line,
    pack: { ...(pack as IntakePack), awaitsDrop: true },
  }));
  return { ...file, packs };
}

/** Gives each pack of a file its part of the bill. The packs are well-formed, because the file has no problems. */
function withBill(file: PackFile, bill: Bill | null): PackFile {
  if (bill === null) return file;
  const { per, cost, supplier } = bill;
  const packs = file.packs.map(({ pack }) => pack as IntakePack);
  const costed =
    cost === null
      ? packs
      : per === 'all'
        ? spreadBill(packs, cost)
        : packs.map((pack) => (pack.cost === undefined ? { ...pack, cost } : pack));
  return {
    ...file,
    packs: costed.map((pack, at) => ({
      line: file.packs[at]!.line,
      pack: supplier === null ? pack : { ...pack, supplier },
    })),
  };
}
