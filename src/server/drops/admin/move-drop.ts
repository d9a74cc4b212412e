// Operators put a published drop on sale, pause it, and end it.
import * as rows from '#contract/drops-admin.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../../http/handler.ts';
import { endDrop } from '../end-drop.ts';
import { moveDrop } from '../drops-queries.ts';
import { refusalsAsRejections, takeStep, steppingDrop } from './drop-steps.ts';

export const openDrop = handler(rows.openDrop, async (context, caller, { id }) => {
  const drop = await steppingDrop(context.db, id, 'open');
  if (!drop.is_ordered) {
    throw new Rejection('INVALID_TRANSITION', 'Its public number has not been published yet');
  }
  await refusalsAsRejections(moveDrop(context.db, id, 'open'));
  return takeStep(context, caller, id, 'open_drop');
});

export const pauseDrop = handler(rows.pauseDrop, async (context, caller, { id }) => {
  await steppingDrop(context.db, id, 'paused');
  await refusalsAsRejections(moveDrop(context.db, id, 'paused'));
  return takeStep(context, caller, id, 'pause_drop');
});

export const closeDrop = handler(rows.closeDrop, async (context, caller, { id, carriesTo }) => {
  const drop = await steppingDrop(context.db, id, 'closed');
  await refusalsAsRejections(endDrop(context, drop, carriesTo ?? null));
  return takeStep(context, caller, id, 'close_drop');
});
