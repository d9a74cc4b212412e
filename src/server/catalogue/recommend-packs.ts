import * as rows from '#contract/catalogue-suggestions.ts';
import { SUGGESTED_MOST } from '#contract/catalogue-suggestions.ts';
import { userAskedFor } from '#domain/user-asked-for.ts';
import { Rejection } from '#domain/rejection.ts';
import { findSettings } from '../accounts/settings-queries.ts';
import { handler } from '../http/handler.ts';
import { presentPackTypes } from './list-pack-types.ts';
import { listUnboughtPackTypes } from './pack-types-queries.ts';

export const recommendPacks = handler(rows.recommendPacks, async (context, caller, input) => {
  const { db } = context;
  const userId = userAskedFor(caller, input.userId);
  const settings = await findSettings(db, userId);
  if (settings === null) throw new Rejection('USER_NOT_FOUND');
  const { packRecommendations, preferredCategories } = settings.preferences;
  if (!packRecommendations) return [];
  const ids = await listUnboughtPackTypes(db, userId, preferredCategories, SUGGESTED_MOST);
  return presentPackTypes(context, ids);
});
