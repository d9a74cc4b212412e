import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';
import { ErrorState } from '../ui/states.tsx';

/** Says that the catalogue could not be loaded. The button to try again reloads the page (docs/product.md §14). */
export function PacksError({ error }: { error: unknown }) {
  const isUnexplained = asApiError(error).type === 'unknown_error';
  return (
    <div className="page py-12">
      <ErrorState
        title="Error Loading Packs"
        text={isUnexplained ? 'Failed to load pack types' : messageOf(error)}
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}
