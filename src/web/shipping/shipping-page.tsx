// The page on which a user ships cards. My cards passes the cards in the navigation state. A link can instead name a
// single card.
import { showCard, type CardItem } from '#contract/collection.ts';
import type { Reply } from '#contract/endpoint.ts';
import { checkShippingEligibility, listShipments } from '#contract/shipping.ts';
import { ZERO } from '#domain/money.ts';
import { cardIdsOfGroups, type CardGroup } from '#domain/shipping.ts';
import { createLazyRoute, Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useProfile } from '../accounts/queries.ts';
import { chosenRegion } from '../accounts/region.ts';
import { ApiError, asApiError } from '../api/api-error.ts';
import { useAsk } from '../api/ask.ts';
import { useAskOnce } from '../api/ask-once.ts';
import { signedInUser, useSignedInUser } from '../api/session.ts';
import { shippingState, type ShippedCard } from '../collection/navigation-state.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { addressDraft, lastAddressOf, prefilledAddress } from './address-draft.ts';
import { intentThatPaid } from './paid-shipping.ts';
import { ShippingError } from './shipping-error.tsx';
import { ShippingForm, type Eligibility } from './shipping-form.tsx';
import {
  initializationProblem,
  shippingProblem,
  type ShippingProblem,
} from './shipping-problem.ts';
import { showProblemToast } from './use-shipping.ts';

export const screen = createLazyRoute('/shipping')({ component: ShippingPage });
export const cardScreen = createLazyRoute('/shipping/$cardId')({ component: CardShippingPage });

/** The cards to ship. If `cards` is empty, the page shows only how many cards there are. */
type Parcel = { cardGroups: CardGroup[]; cards: readonly ShippedCard[] };

/**
 * Returns the cards that My cards passed. They are stored on arrival, because while the user leaves this page, the
 * location already has the state of the next page.
 */
function useParcel(): Parcel | null {
  const { cardGroups, shippedCards = [] } = useLocation().state;
  const [parcel] = useState<Parcel | null>(() =>
    cardGroups === undefined || cardGroups.length === 0
      ? null
      : { cardGroups, cards: shippedCards },
  );
  return parcel;
}

function ShippingPage() {
  const parcel = useParcel();
  return parcel === null ? (
    <SentBack
      title="Initialization Error"
      text="No cards selected for shipping. Please select cards from My Cards page."
    />
  ) : (
    <Shipping parcel={parcel} />
  );
}

function CardShippingPage() {
  const { cardId } = cardScreen.useParams();
  return <CardShipping key={cardId} cardId={cardId} />;
}

/** Returns a user's card. Throws "not found" for a card of the catalogue, because such a card has no owner. */
function owned(found: Reply<typeof showCard>): CardItem {
  if ('packOpeningId' in found) return found;
  throw new ApiError({
    type: 'not_found_error',
    status: 404,
    code: 'CARD_NOT_FOUND',
    sentence: 'Card not found',
  });
}

function CardShipping({ cardId }: { cardId: string }) {
  const passed = useParcel();
  const card = useAsk(showCard, { id: cardId }, { enabled: passed === null, select: owned });
  if (passed !== null) return <Shipping parcel={passed} />;
  if (card.data !== undefined) {
    const { cardGroups, shippedCards } = shippingState([card.data]);
    return <Shipping parcel={{ cardGroups, cards: shippedCards }} />;
  }
  if (card.error !== null && [400, 404].includes(asApiError(card.error).status)) {
    return <SentBack title="Cards Not Eligible" text="Card not found" />;
  }
  return (
    <Frame cardCount={1}>
      {card.error === null ? (
        <ShippingLoading />
      ) : (
        <Uninitialized
          problem={initializationProblem(card.error, card.errorUpdateCount > 1)}
          toldAt={card.errorUpdatedAt}
          onRetry={() => void card.refetch()}
          isBusy={card.isFetching}
        />
      )}
    </Frame>
  );
}

/** Says why nothing can be shipped, and goes back to My cards. */
function SentBack({ title, text }: { title: string; text: string }) {
  const navigate = useNavigate();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    showToast({ kind: 'error', title, text });
    void navigate({ to: '/my-cards', replace: true, state: { refreshCards: true } });
  }, [navigate, title, text]);
  return null;
}

/** Only one parcel is loaded, because the form offers only the destination of the newest parcel. */
const PARCELS_LOOKED_AT = 1;

const PAID: Eligibility = {
  availablePaymentMethods: ['stripe'],
  hasInsufficientBalance: false,
  userBalance: ZERO,
};

function suggestAddress(
  profile: Parameters<typeof prefilledAddress>[0],
  last: ReturnType<typeof lastAddressOf>,
): ReturnType<typeof prefilledAddress> {
  return prefilledAddress(profile, {
    chosen: chosenRegion(),
    last,
    languages: navigator.languages,
  });
}

/** Loads the data that the form needs, and shows the form. */
function Shipping({ parcel: { cardGroups, cards } }: { parcel: Parcel }) {
  const me = useSignedInUser();
  const profile = useProfile();
  const [paidIntentId] = useState(() => {
    const person = signedInUser();
    return person && intentThatPaid(person.id, cardIdsOfGroups(cardGroups));
  });
  // Eligibility is checked only once, because the user's own payment locks the cards later during this visit.
  const eligibility = useAskOnce(
    checkShippingEligibility,
    paidIntentId === null ? { cardGroups } : null,
  );
  // If this request fails, the form does not offer the last address.
  const parcels = useAsk(listShipments, { page: 1, limit: PARCELS_LOOKED_AT });
  const verdict = eligibility.data;
  // After a payment, eligibility is not checked, because the payment has locked the cards already.
  const known: Eligibility | undefined = paidIntentId === null ? verdict : PAID;

  const tell = useEffectEvent(() => {
    if (verdict?.eligible !== true) return;
    showToast({
      kind: 'success',
      title: 'Eligibility Confirmed',
      text: 'Every card here can be shipped.',
    });
  });
  useEffect(() => tell(), [verdict]);

  if (verdict?.eligible === false) {
    return (
      <SentBack
        title="Cards Not Eligible"
        text={verdict.ineligibilityReason ?? 'This card is not available for shipping'}
      />
    );
  }
  const lastAddress = lastAddressOf(parcels.data?.shipments ?? []);
  // If the first request fails, an error replaces the form. If a later request fails, the form stays, because the user
  // may be typing.
  const failed = [eligibility, profile].find(({ data, isError }) => data === undefined && isError);
  return (
    <Frame cardCount={cardIdsOfGroups(cardGroups).length}>
      {failed?.error ? (
        <Uninitialized
          problem={
            failed === eligibility
              ? shippingProblem('eligibility', failed.error, failed.errorUpdateCount > 1)
              : initializationProblem(failed.error, failed.errorUpdateCount > 1)
          }
          toldAt={failed.errorUpdatedAt}
          onRetry={() => void failed.refetch()}
          isBusy={failed.isFetching}
        />
      ) : known === undefined || profile.data === undefined || me === null || parcels.isPending ? (
        <ShippingLoading />
      ) : (
        <ShippingForm
          userId={me.id}
          cardGroups={cardGroups}
          cards={cards}
          eligibility={known}
          paidIntentId={paidIntentId}
          startWith={addressDraft.recall(me.id) ?? suggestAddress(profile.data, lastAddress)}
          lastAddress={lastAddress}
        />
      )}
    </Frame>
  );
}

function Uninitialized({
  problem,
  toldAt,
  onRetry,
  isBusy,
}: {
  problem: ShippingProblem;
  /** When the error occurred, in epoch milliseconds. Each error is announced only once. */
  toldAt: number;
  onRetry: () => void;
  isBusy: boolean;
}) {
  const tell = useEffectEvent(() => showProblemToast(problem));
  useEffect(() => tell(), [toldAt]);
  return <ShippingError problem={problem} onRetry={onRetry} isBusy={isBusy} />;
}

function ShippingLoading() {
  return (
    <Loading text="Checking shipping eligibility...">
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-10">
        <div className="grid gap-6">
          <Skeleton className="h-24" />
          <Skeleton className="h-96" />
        </div>
        <Skeleton className="h-72" />
      </div>
    </Loading>
  );
}

function Frame({ cardCount, children }: { cardCount: number; children: ReactNode }) {
  const router = useRouter();
  const navigate = useNavigate();
  const goBack = () => {
    // If the page was opened in a new tab, the history has no page to go back to.
    if (window.history.length > 1) router.history.back();
    else void navigate({ to: '/my-cards', replace: true });
  };
  return (
    <div className="page pt-6 pb-20">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <nav aria-label="Breadcrumb">
          <ol className="flex min-h-11 flex-wrap items-center gap-x-2 text-small">
            <li className="flex items-center gap-2">
              <Link to="/my-cards" className="link hit-44">
                My cards
              </Link>
              <Icon name="right" size={14} className="text-text-3" />
            </li>
            <li className="flex items-center gap-2 text-text-2">
              {cardCount === 1 ? 'Card' : `${cardCount} Cards`}
              <Icon name="right" size={14} className="text-text-3" />
            </li>
            <li aria-current="page" className="font-[560]">
              Shipping
            </li>
          </ol>
        </nav>
        <Button variant="ghost" onClick={goBack}>
          <Icon name="left" size={16} />
          Back
        </Button>
      </div>
      <h1 tabIndex={-1} className="mt-2 mb-7 text-h2 sm:text-h1">
        Shipping
      </h1>
      {children}
    </div>
  );
}
