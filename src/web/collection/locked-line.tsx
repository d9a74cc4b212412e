import { askForRelease, listMyCards } from '#contract/collection.ts';
import type { LockReason } from '#domain/card.ts';
import { CONVERT_AFTER_DAYS } from '#domain/sellback.ts';
import { Link } from '@tanstack/react-router';
import { useConfig } from '../accounts/config.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { countOf } from '../ui/count-of.ts';
import { showToast } from '../ui/toast.tsx';
import { Icon } from '../ui/icon.tsx';
import { lockedSentence } from './card-words.ts';

/** The maximum number of locked cards that are loaded to find the reasons for the locks. */
const SHOWN_MOST = 100;

/** Says how many cards are locked, and why. Renders nothing if no card is locked. */
export function LockedLine() {
  const { data: locked } = useAsk(listMyCards, {
    page: 1,
    pageSize: SHOWN_MOST,
    status: ['locked'],
  });
  if (locked === undefined || locked.pagination.totalItems === 0) return null;
  const reasons = new Set<LockReason>(locked.cards.flatMap((item) => item.lockReason ?? []));
  return (
    <div className="mb-4 grid gap-1 text-small text-text-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon name="lock" size={18} />
        <span className="min-w-0">{lockedSentence(locked.pagination.totalItems, reasons)}</span>
        <Link to="/shipments" className="link hit-44">
          See shipments
        </Link>
      </p>
      {reasons.has('expired') && <HowToRelease />}
    </div>
  );
}

/** Tells the owner how to get expired cards released, which only an operator can do (choice 73). */
function HowToRelease() {
  const contact = useConfig()?.contactEmail;
  const ask = useDo(askForRelease);
  return (
    <p className="max-w-[72ch]">
      A card whose {CONVERT_AFTER_DAYS} days are over stays locked until we release it for{' '}
      {CONVERT_AFTER_DAYS} more or convert it to credits.{' '}
      <Button
        variant="secondary"
        size="small"
        busy={ask.isPending}
        onClick={() =>
          ask.mutate(
            {},
            {
              onSuccess: ({ cards }) =>
                showToast({
                  kind: 'success',
                  title: 'Asked for release',
                  text: `${countOf(cards, 'card')}. We answer by mail${contact === undefined ? '' : `, from ${contact}`}.`,
                }),
              onError: (error) =>
                showToast({ kind: 'error', title: 'Not asked', text: messageOf(error) }),
            },
          )
        }
      >
        Ask for release
      </Button>
    </p>
  );
}
