// A button for signed-in users. It turns the notice on or off that a sold-out pack is back in stock.
import { forgetPackWish, wishForPack } from '#contract/wishes.ts';
import { Link } from '@tanstack/react-router';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/states.tsx';
import { useWishMarks } from './marks.ts';

export function TellButton({ packTypeId }: { packTypeId: string }) {
  const marks = useWishMarks();
  const wish = useDo(wishForPack, { untilFresh: true });
  const forget = useDo(forgetPackWish, { untilFresh: true });
  const isWaiting = marks.data?.packTypeIds.includes(packTypeId) === true;
  const failure = wish.error ?? forget.error;
  if (marks.data === undefined) return null;
  return (
    <div>
      <Button
        variant="secondary"
        size="large"
        wide
        aria-pressed={isWaiting}
        busy={wish.isPending || forget.isPending}
        onClick={() => (isWaiting ? forget : wish).mutate({ packTypeId })}
      >
        {isWaiting ? 'We’ll tell you when it is back' : 'Tell me when it is back'}
      </Button>
      <p className="mt-2 text-small text-text-2">
        <output>{isWaiting && 'Once, in your notices. We don’t reserve one for you.'}</output>{' '}
        {isWaiting && (
          <Link to="/notices" hash="choices" className="link">
            By mail too?
          </Link>
        )}
      </p>
      {failure && <Banner title="Not saved">{messageOf(failure)}</Banner>}
    </div>
  );
}
