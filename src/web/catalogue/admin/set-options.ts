import { listSets } from '#contract/catalogue-admin.ts';
import { useGameName } from '../../accounts/games.ts';
import { useAsk } from '../../api/ask.ts';

/** The maximum number of sets that an operator can choose from. The newest sets come first. */
const SETS_TO_CHOOSE = 100;

/** The sets as options of a select. `chosen` is an option even if it is not among the newest. */
export function useSetOptions(chosen = ''): { value: string; label: string }[] {
  const nameOf = useGameName();
  const { data } = useAsk(listSets, { limit: SETS_TO_CHOOSE });
  const options = (data?.sets ?? []).map((set) => ({
    value: set.id,
    label: `${nameOf(set.game)}, ${set.name} (${set.code})`,
  }));
  const isMissing = chosen !== '' && options.every(({ value }) => value !== chosen);
  return isMissing ? [...options, { value: chosen, label: chosen }] : options;
}
