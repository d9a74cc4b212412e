import { SUGGESTED_MOST, type recommendPacks as row } from '#contract/suggestions.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import { subjectOf, type Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { findSettings } from '../accounts/queries.ts';
import type { Context } from '../runtime/context.ts';
import { presentPackTypes } from './list-pack-types.ts';
import { listUnboughtPackTypes } from './stock-queries.ts';

export async function recommendPacks(
  { db }: Context,
  caller: Caller,
  input: Input<typeof row>,
): Promise<Reply<typeof row>> {
  const userId = subjectOf(caller, input.userId);
  const settings = await findSettings(db, userId);
  if (settings === null) throw new Rejection('USER_NOT_FOUND');
  const { packRecommendations, preferredCategories } = settings.preferences;
  if (!packRecommendations) return [];
  const ids = await listUnboughtPackTypes(db, userId, preferredCategories, SUGGESTED_MOST);
  return presentPackTypes(db, ids);
}
