// A button for signed-in users that adds a card to the wish list, or removes it from the list.
import { forgetCardWish, wishForCard } from '#contract/wishes.ts';
import { Link } from '@tanstack/react-router';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/states.tsx';
import { useWishMarks } from './marks.ts';

export function WishButton({ cardId }: { cardId: string }) {
  const marks = useWishMarks();
  const wish = useDo(wishForCard, { untilFresh: true });
  const forget = useDo(forgetCardWish, { untilFresh: true });
  const isWished = marks.data?.cardIds.includes(cardId) === true;
  const failure = wish.error ?? forget.error;
  if (marks.data === undefined) return null;
  return (
    <>
      <Button
        variant="secondary"
        busy={wish.isPending || forget.isPending}
        onClick={() => (isWished ? forget : wish).mutate({ cardId })}
      >
        {isWished ? 'Take it off your wishes' : 'Wish for this card'}
      </Button>
      <p className="mt-2 min-h-5 text-small text-text-2">
        <output>
          {isWished &&
            'You wish for this card. We’ll tell you once, when packs come in that can hold it.'}
        </output>{' '}
        {isWished && (
          <Link to="/wishes" className="link">
            Your wishes
          </Link>
        )}
      </p>
      {failure && <Banner title="Not saved">{messageOf(failure)}</Banner>}
    </>
  );
}
