// Imports of sealed packs, one pack per line. They are judged like any other intake.
import * as z from 'zod/mini';
import { intakePack, type IntakePack } from '#contract/stock-admin.ts';
import { readCardCell } from '#domain/card-cell.ts';
import { decimalOf } from '#domain/decimals.ts';
import { readAmount, readFlag, type LineValues } from '#domain/import-file.ts';
import type { Database, Transaction } from '#engine/database.ts';
import { lockRecounts } from '../catalogue/pack-type-facts-queries.ts';
import type { Context } from '../runtime/context.ts';
import { lockIntake, listTypesForIntake } from '../stock/admin/intake-queries.ts';
import { comparedEntries, intakeEntries } from '../stock/admin/take-in-packs.ts';
import { describeIssue } from '../stock/import/read-packs.ts';
import { finishIntake, openIntake, type AskStock } from '../stock/judge-packs.ts';
import {
  comparePacks,
  insertPacks,
  listKnownLabels,
  listKnownSerials,
} from '../stock/physical-packs-queries.ts';
import type { JudgedLine } from './import-lines-queries.ts';
import { wrongLine, type Actor, type JudgedBatch, type Kind, type Line } from './kind.ts';

/** The code of each pack type's set. A pack's cards are of this set unless they name another. */
type Sets = Map<string, string>;

async function setsOf(db: Database, lines: Line[]): Promise<Sets> {
  const types = await listTypesForIntake(db, typesIn(lines));
  return new Map([...types.values()].map(({ id, set_code: setCode }) => [id, setCode]));
}

function typesIn(lines: Line[]): string[] {
  return [...new Set(lines.flatMap(({ values }) => typeIn(values) ?? []))];
}

function typeIn(values: LineValues): string | undefined {
  return values['pack type']?.toLowerCase();
}

function readAmountIn(values: LineValues, name: string): number | undefined | { problem: string } {
  const cell = values[name];
  if (cell === undefined) return undefined;
  const cents = readAmount(cell);
  return cents === null
    ? { problem: `${name} must be an amount such as 3.20, not “${cell}”` }
    : decimalOf(cents);
}

function readCards(values: LineValues, set: string | undefined): object[] | { problem: string } {
  const cards: object[] = [];
  const cells = Object.keys(values).filter((name) => name.startsWith('card '));
  for (let at = 1; at <= cells.length; at += 1) {
    const cell = values[`card ${at}`];
    if (cell === undefined) return { problem: `card ${at} is empty, and a card after it is not` };
    const card = readCardCell(cell);
    if (card === null)
      return { problem: `card ${at} must be like “348 | foil | LP”, not “${cell}”` };
    cards.push({ ...card, set: card.set ?? set });
  }
  return cards;
}

function readPack(values: LineValues, sets: Sets): IntakePack | { problem: string } {
  const packTypeId = typeIn(values);
  const set = packTypeId === undefined ? undefined : sets.get(packTypeId);
  if (packTypeId !== undefined && set === undefined) {
    return { problem: `there is no pack type "${packTypeId}"` };
  }
  const cards = readCards(values, set);
  if ('problem' in cards) return cards;
  const amount = readAmountIn(values, 'cost');
  const tax = readAmountIn(values, 'cost tax');
  for (const read of [amount, tax]) if (typeof read === 'object') return read;
  if (amount === undefined && (tax !== undefined || values['invoice'] !== undefined)) {
    return { problem: 'cost tax and invoice need a cost' };
  }
  const forDrop = values['for a drop'];
  const awaitsDrop = forDrop === undefined ? undefined : readFlag(forDrop);
  if (awaitsDrop === null) return { problem: `for a drop must be yes or no, not “${forDrop}”` };
  const parsed = z.safeParse(intakePack, {
    packTypeId,
    serial: values['serial'],
    certificationNumber: values['certification'],
    cards,
    supplier: values['supplier'],
    awaitsDrop,
    cost: amount === undefined ? undefined : { amount, tax, invoice: values['invoice'] },
  });
  return parsed.success ? parsed.data : { problem: inColumns(parsed.error.issues[0]!) };
}

const COLUMN_OF = { packTypeId: 'pack type', certificationNumber: 'certification' };

/** Describes a problem with the names of the columns. */
function inColumns(issue: z.core.$ZodIssue): string {
  return Object.entries(COLUMN_OF).reduce(
    (problem, [field, column]) => problem.replace(field, column),
    describeIssue(issue),
  );
}

/**
 * What a preview asks about the stock. It recognizes known packs by their serials alone, and no graders' labels, so
 * that nobody can find out by guessing what is in stock.
 */
const previewing = (db: Database): AskStock => ({
  compare: async (packs) => {
    const known = await listKnownSerials(
      db,
      packs.map(({ serial }) => serial),
    );
    return new Map([...known].map((serial) => [serial, true]));
  },
  knownLabels: async () => new Set(),
});

/** What applying an import asks about the stock. The database records wrong guesses in the operator's name. */
const comparing = ({ db, origin }: Context<Transaction>, { sessionId }: Actor): AskStock => ({
  compare: (packs) =>
    comparePacks(db, packs, { sessionId, ip: origin.ip, requestId: origin.requestId }),
  knownLabels: (labels) => listKnownLabels(db, labels),
});

async function judge(context: Context, lines: Line[], actor: Actor | null): Promise<JudgedBatch> {
  const { db } = context;
  const sets = await setsOf(db, lines);
  const read = lines.map(({ line, values }) => ({ line, pack: readPack(values, sets) }));
  const formed = read.flatMap(({ line, pack }) =>
    'problem' in pack ? [] : [{ ...pack, line, at: `line ${line}` }],
  );
  const stock = await openIntake(
    db,
    formed,
    actor === null ? previewing(db) : comparing(context as Context<Transaction>, actor),
  );
  const { fresh, known, problems } = await stock.judge(0, formed.length);
  const problemAt = new Map(problems.map(({ index, problem }) => [formed[index]!.line, problem]));
  const freshBySerial = new Map(fresh.map((pack) => [pack.serial, pack]));
  const judged = read.map(({ line, pack }): JudgedLine => {
    const problem = 'problem' in pack ? pack.problem : problemAt.get(line);
    if (problem !== undefined || 'problem' in pack) return wrongLine(line, problem!);
    const { serial, packTypeId } = pack;
    return {
      line,
      outcome: freshBySerial.has(serial) ? 'new' : 'same',
      subject: serial,
      problem: null,
      warning: null,
      changes: [{ field: 'pack type', before: null, after: packTypeId }],
    };
  });
  return {
    judged,
    entries: comparedEntries(known),
    store: async (inside, by, wanted) => {
      const packs = formed.flatMap(({ line, serial }) =>
        wanted.has(line) ? [freshBySerial.get(serial)!] : [],
      );
      if (packs.length === 0) return [];
      await insertPacks(inside.db, packs, by.userId);
      await finishIntake(inside.db, stock.sets);
      await inside.queue.send(inside.db, 'tell-wishes', {});
      return intakeEntries(packs);
    },
  };
}

export const PACKS_KIND: Kind = {
  lock: async (db, lines) => {
    await lockIntake(db, typesIn(lines));
    // The comparison of packs writes audit entries, which come after this lock in the order of locks.
    await lockRecounts(db);
  },
  judge,
  finish: () => Promise.resolve(),
};
