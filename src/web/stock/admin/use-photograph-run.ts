// Uploads photographs of cards one after the other. The name of a file says the pack and the place of the card:
// `A-0001_3.jpg`.
import { putCardPhotograph } from '#contract/stock-photographs-admin.ts';
import { listStock } from '#contract/stock-admin.ts';
import { readPhotographName } from '#domain/photograph-name.ts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useResponses } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { readPictureFile } from '../../catalogue/admin/picture-file.ts';

export type PhotographRun = {
  done: number;
  all: number;
  /** The files that could not be stored, with the problem of each. */
  problems: { file: string; problem: string }[];
};

/**
 * The maximum number of packs that a search by serial number finds. If more packs have a serial that starts with the
 * text, the search may miss the exact one. Then the operator must upload the photographs in the panel with the pack.
 */
const FOUND_MOST = 50;

/** Holds the run of the chosen files. The run is null until files are chosen. */
export function usePhotographRun() {
  const [run, setRun] = useState<PhotographRun | null>(null);
  const { refresh } = useResponses();

  const choose = async (files: File[]) => {
    const now: PhotographRun = { done: 0, all: files.length, problems: [] };
    const packs = new Map<string, string | null>();
    setRun({ ...now });
    for (const file of files) {
      const problem = await upload(file, packs);
      now.done += 1;
      if (problem !== null) now.problems = [...now.problems, { file: file.name, problem }];
      setRun({ ...now });
    }
    void refresh(putCardPhotograph.changes);
  };
  return { run, choose };
}

/** Uploads one file. Returns its problem, or null if it was stored. `packs`: pack ids by serial number. */
async function upload(file: File, packs: Map<string, string | null>): Promise<string | null> {
  const place = readPhotographName(file.name);
  if (place === null) return 'It is not named like A-0001_3.jpg.';
  const { serial, position } = place;
  try {
    if (!packs.has(serial)) packs.set(serial, await findPack(serial));
    const id = packs.get(serial);
    if (!id) return `There is no pack ${serial}.`;
    const read = await readPictureFile(file, 'photograph');
    if ('problem' in read) return read.problem;
    await call(putCardPhotograph, { id, position, picture: read.picture });
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

async function findPack(serial: string): Promise<string | null> {
  const { packs } = await call(listStock, { search: serial, limit: FOUND_MOST });
  return packs.find((pack) => pack.serial === serial)?.id ?? null;
}
