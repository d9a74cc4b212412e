// The tab of My cards with paid packs that are still sealed.
import { listSealedPacks } from '#contract/checkout.ts';
import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.ts';
import { messageOf } from '../api/messages.ts';
import { buttonClass } from '../ui/button.tsx';
import { RowsSkeleton } from '../ui/data-table.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { SealedPacks } from './sealed-packs.tsx';

export function SealedTab() {
  const sealed = useAsk(listSealedPacks, {});
  if (sealed.data === undefined && sealed.isError) {
    return (
      <ErrorState
        title="Your sealed packs could not be loaded"
        text={messageOf(sealed.error)}
        onRetry={() => void sealed.refetch()}
      />
    );
  }
  if (sealed.data === undefined) {
    return (
      <Loading text="Loading packs...">
        <RowsSkeleton rows={2} />
      </Loading>
    );
  }
  if (sealed.data.total === 0) {
    return (
      <EmptyState
        title="No sealed packs"
        text="Packs that you pay for by card wait here until you open them."
        action={
          <Link to="/packs" className={buttonClass()}>
            Browse Card Packs
          </Link>
        }
      />
    );
  }
  return <SealedPacks types={sealed.data.types} />;
}
