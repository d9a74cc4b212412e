import { breakSentence } from '#domain/break.ts';
import { Link } from '@tanstack/react-router';

/** Stands in place of the buttons to buy while the viewer is on a break. The shop refuses the purchase in any case. */
export function OwnBreakNote({ until }: { until: Date | null }) {
  return (
    <div className="mt-5 grid content-center gap-2 rounded-card border border-line bg-surface p-5 sm:min-h-29">
      <p>{breakSentence(until)}</p>
      <p className="text-small">
        <Link to="/helplines" className="link hit-44">
          Somebody to talk to
        </Link>
      </p>
    </div>
  );
}
