import { messageOf } from '../api/messages.ts';
import { ErrorState } from '../ui/states.tsx';

/** The empty stage of a pack that is torn already, until its cards have loaded. */
export function AwaitedStage({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <section data-theme="dark" aria-label="Your pack" className="opening-stage baize">
      {error !== null && (
        <ErrorState title="Your cards did not load" text={messageOf(error)} onRetry={onRetry} />
      )}
    </section>
  );
}
