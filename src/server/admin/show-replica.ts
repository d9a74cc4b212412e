import * as rows from '#contract/admin.ts';
import { verb } from '../http/verb.ts';

export const showReplica = verb(rows.showReplica, async ({ replica }) => {
  if (replica === null) return null;
  const { state, lagMs, problem } = replica.standing();
  return { state, lagSeconds: lagMs === null ? null : Math.round(lagMs) / 1000, problem };
});
