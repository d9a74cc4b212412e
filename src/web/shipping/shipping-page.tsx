// Ships cards: the user comes from My cards with the cards in the navigation state, or by a link for a single card.
import { showCard, type CardItem } from '#contract/collection.ts';
import type { Reply } from '#contract/endpoint.ts';
import { checkShippingEligibility, listShipments } from '#contract/shipping.ts';
import { ZERO } from '#domain/money.ts';
import { cardsOf, type CardGroup } from '#domain/shipping.ts';
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
import { announce } from './use-shipping.ts';

export const screen = createLazyRoute('/shipping')({ component: ShippingPage });
export const cardScreen = createLazyRoute('/shipping/$cardId')({ component: CardShippingPage });

/** The cards to ship; without `cards` they are only counted, not shown. */
type Parcel = { cardGroups: CardGroup[]; cards: readonly ShippedCard[] };

/** The state that My cards passed on, as it was on arrival: while leaving, the state is already the next page's. */
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

/** A card of the catalogue has no owner. */
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

/** Nothing can be shipped here: says why, and returns to My cards. */
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

/** The newest parcel is enough to know the last destination. */
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

/** Loads what must be known before a shipment can be requested. */
function Shipping({ parcel: { cardGroups, cards } }: { parcel: Parcel }) {
  const me = useSignedInUser();
  const profile = useProfile();
  const [paidIntentId] = useState(() => {
    const person = signedInUser();
    return person && intentThatPaid(person.id, cardsOf(cardGroups));
  });
  // Only once, because during the visit the user's own payment locks the cards.
  const eligibility = useAskOnce(
    checkShippingEligibility,
    paidIntentId === null ? { cardGroups } : null,
  );
  // Earlier destinations are a convenience that the form can do without.
  const parcels = useAsk(listShipments, { page: 1, limit: PARCELS_LOOKED_AT });
  const verdict = eligibility.data;
  // A paid shipment is already in progress, so there is no eligibility to check.
  const known: Eligibility | undefined = paidIntentId === null ? verdict : PAID;

  const tell = useEffectEvent(() => {
    if (verdict?.eligible !== true) return;
    showToast({ kind: 'success', title: 'Eligibility Confirmed' });
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
  // A failed repeated check removes nothing from the page, because the user may be typing on it.
  const failed = [eligibility, profile].find(({ data, isError }) => data === undefined && isError);
  return (
    <Frame cardCount={cardsOf(cardGroups).length}>
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
  /** The time of the problem (epoch milliseconds), so that each one is shown once. */
  toldAt: number;
  onRetry: () => void;
  isBusy: boolean;
}) {
  const tell = useEffectEvent(() => announce(problem));
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
    // In a tab of its own there is no history entry to go back to.
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
