import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { deleteNotesAbout } from './notes-queries.ts';

/** Deletes the notes about a deleted account, as a part of the port `erasures`. */
export async function forgetNotes({ db }: Context<Transaction>, userId: string): Promise<void> {
  await deleteNotesAbout(db, userId);
}
