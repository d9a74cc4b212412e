import { useHydrated } from '../ui/use-hydrated.ts';
import { Banner } from '../ui/states.tsx';
import { useSampleData } from './sample-fallback.ts';

/** Says that the packs on the page are samples and not for sale. */
export function SampleBanner() {
  const { isShown } = useSampleData();
  if (!useHydrated() || !isShown) return null;
  return <Banner tone="warn">Sample data: the shop can't be reached</Banner>;
}
