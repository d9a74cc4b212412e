import * as rows from '#contract/opening.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import { presentOpening } from './present-opening.ts';
import { findOpening, listOpenedCards } from './openings-queries.ts';

export const showOpening = handler(rows.showOpening, async (context, caller, { id }) => {
  const opening = await findOpening(context.db, caller.userId, id);
  if (opening === null) throw new Rejection('NOT_FOUND');
  return presentOpening(context, opening, await listOpenedCards(context.db, [opening.pack_id]));
});
