// The card provider sends the buyer to this page after a confirmation outside the shop. The status in the URL is not
// trusted, so the page asks the shop.
import { showPurchasedPacks } from '#contract/checkout.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { asApiError } from '../api/api-error.ts';
import { useAsk } from '../api/ask.ts';
import { messageOf } from '../api/messages.ts';
import { buttonClass } from '../ui/button.tsx';
import { Banner, ErrorState, Loading } from '../ui/states.tsx';
import { signedInUser } from '../api/session.ts';
import { endPurchases } from '../fairness/own-knowledge.ts';
import { useStoredTickets } from '../fairness/stored-tickets.ts';
import { forgetRememberedCart } from './cart.ts';
import { forgetPayment } from './payment-memory.ts';
import { SinglesBought } from './singles-bought.tsx';

export const screen = createLazyRoute('/checkout/success')({ component: CheckoutSuccessPage });

const NOTICE_MS = 2000;
/**
 * The interval at which the page polls the shop for a pending payment. It is longer than three seconds, because the
 * shop asks the card provider at most once in three seconds.
 */
const ASK_EVERY_MS = 4000;

function CheckoutSuccessPage() {
  const { payment_intent: paymentIntentId, redirect_status: redirectStatus } = screen.useSearch();
  const navigate = useNavigate();
  const { data, error, refetch } = useAsk(
    showPurchasedPacks,
    paymentIntentId === undefined ? null : { paymentIntentId },
    {
      refetchInterval: ({ state }) => (state.data?.status === 'pending' ? ASK_EVERY_MS : false),
    },
  );
  const isPaid = data?.status === 'succeeded';
  const hasPacks = (data?.packs.length ?? 0) > 0;
  useStoredTickets(data?.tickets, paymentIntentId);

  useEffect(() => {
    if (paymentIntentId === undefined) void navigate({ to: '/checkout', replace: true });
    if (paymentIntentId === undefined || !isPaid) return;
    forgetRememberedCart();
    forgetPayment();
    endPurchases(signedInUser()!.id);
    if (!hasPacks) return;
    const timer = setTimeout(
      () =>
        void navigate({
          to: '/card-opening',
          search: { payment_intent: paymentIntentId },
          replace: true,
        }),
      NOTICE_MS,
    );
    return () => clearTimeout(timer);
  }, [isPaid, hasPacks, paymentIntentId, navigate]);

  if (isPaid && !hasPacks) {
    return (
      <div className="page pt-9 pb-20">
        <h1 tabIndex={-1} className="mb-7 text-h2 sm:text-h1">
          Checkout
        </h1>
        <SinglesBought singles={data.singles} paymentIntentId={paymentIntentId ?? null} />
      </div>
    );
  }

  return (
    <div className="page pt-9 pb-20">
      <h1 tabIndex={-1} className="mb-7 text-h2 sm:text-h1">
        Checkout
      </h1>
      <div className="max-w-180">
        {data !== undefined ? (
          <Outcome status={data.status} isRefused={redirectStatus === 'failed'} />
        ) : error === null ? (
          <Loading text="Looking up your payment…" />
        ) : isNobodys(error) ? (
          <Told
            tone="warn"
            title="There is no order for this payment"
            text="If it paid for credits or shipping, it is among your transactions."
            way={{ to: '/transactions', label: 'Transactions' }}
          />
        ) : (
          <ErrorState
            title="Your payment could not be looked up"
            text={messageOf(error)}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </div>
  );
}

/** Returns whether the error says that the payment does not exist or belongs to another user. */
function isNobodys(error: Error): boolean {
  return [400, 404].includes(asApiError(error).status);
}

function Outcome({
  status,
  isRefused,
}: {
  status: 'pending' | 'succeeded' | 'refunded' | 'canceled';
  /** Whether the card provider reported a refusal when it sent the buyer back. */
  isRefused: boolean;
}) {
  const toCheckout = { to: '/checkout', label: 'Return to Checkout' } as const;
  switch (status) {
    case 'succeeded':
      return <Banner tone="brand">Payment completed successfully! Opening your packs...</Banner>;
    case 'refunded':
      return (
        <Told
          tone="warn"
          title="Your payment is being refunded"
          text="What you chose was no longer available when it arrived. The full amount goes back to your card."
          way={{ to: '/packs', label: 'Return to Catalog' }}
        />
      );
    case 'canceled':
      return (
        <Told
          tone="warn"
          title="This payment was not completed"
          text="Your card was not charged, and nothing is reserved for you any more."
          way={toCheckout}
        />
      );
    case 'pending':
      return isRefused ? (
        <Told
          tone="danger"
          title="Payment failed"
          text="Your card was not charged. Please check your card details and try again."
          way={toCheckout}
        />
      ) : (
        <Told
          tone="warn"
          title="Your payment is not confirmed yet"
          text="Your bank may still be deciding. This page goes on by itself once it has decided. You may also leave it: when the payment is through, your packs are in My account and your cards in My cards."
          way={{ to: '/my-account', label: 'My account' }}
        />
      );
  }
}

function Told({
  tone,
  title,
  text,
  way,
}: {
  tone: 'warn' | 'danger';
  title: string;
  text: string;
  way: { to: '/checkout' | '/packs' | '/transactions' | '/my-account'; label: string };
}) {
  return (
    <>
      <Banner tone={tone} title={title}>
        {text}
      </Banner>
      <Link to={way.to} className={`mt-5 ${buttonClass({ variant: 'secondary' })}`}>
        {way.label}
      </Link>
    </>
  );
}
