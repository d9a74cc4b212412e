// Takes the payment of the fee. After a card is charged here, the shipment is requested.
import { formatCad, type Cents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { SHIPPING_PAYMENT_MINUTES } from '#domain/shipping.ts';
import type { RefObject } from 'react';
import { CardPayment as PayByCard } from '../card-payments/card-payment.tsx';
import type { PaymentFormProps } from '../card-payments/provider-form.tsx';
import { PaymentMethods } from '../card-payments/payment-methods.tsx';
import { ReservationTimer } from '../card-payments/reservation-timer.tsx';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Banner } from '../ui/states.tsx';
import type { CardPayment } from './use-shipping.ts';

type PaymentPanelProps = {
  methods: PaymentMethod[];
  method: PaymentMethod;
  balance: Cents | null;
  fee: Cents | null;
  isShort: boolean;
  isLocked: boolean;
  /** Whether the price for the typed address is known. Only then a payment can begin. */
  isPriced: boolean;
  payment: CardPayment;
  card: Pick<PaymentFormProps, 'onStart' | 'onSucceeded' | 'onFailed'>;
  /** The element that gets the focus if the user submits before paying. */
  target: RefObject<HTMLDivElement | null>;
  onMethod: (method: PaymentMethod) => void;
  onBegin: () => void;
  onExpired: () => void;
  /** Cancels the open payment, which unlocks its cards. */
  onRelease: () => void;
  isReleasing: boolean;
};

export function PaymentPanel({
  methods,
  method,
  balance,
  fee,
  isShort,
  isLocked,
  isPriced,
  payment,
  card,
  target,
  onMethod,
  onBegin,
  onExpired,
  onRelease,
  isReleasing,
}: PaymentPanelProps) {
  return (
    <Panel title="Payment Method">
      <div ref={target} tabIndex={-1} className="scroll-mt-20">
        <PaymentMethods
          methods={methods}
          selected={method}
          onSelect={onMethod}
          balance={balance}
          balanceText="Paid at once with your balance"
          total={fee}
          isShort={isShort}
          isLocked={isLocked}
        />
        {method === 'stripe' && (
          <ByCard
            isPriced={isPriced}
            payment={payment}
            card={card}
            onBegin={onBegin}
            onExpired={onExpired}
            onRelease={onRelease}
            isReleasing={isReleasing}
            onPayWithCredits={
              methods.includes('balance') && !isShort ? () => onMethod('balance') : null
            }
          />
        )}
      </div>
    </Panel>
  );
}

function ByCard({
  isPriced,
  payment,
  card,
  onBegin,
  onExpired,
  onRelease,
  isReleasing,
  onPayWithCredits,
}: Pick<
  PaymentPanelProps,
  'isPriced' | 'payment' | 'card' | 'onBegin' | 'onExpired' | 'onRelease' | 'isReleasing'
> & { onPayWithCredits: (() => void) | null }) {
  switch (payment.state) {
    case 'none':
      return (
        <div className="mt-5 grid gap-3">
          <p className="text-small text-text-2">
            Your card is charged before the shipment is requested. While you pay, your cards are
            reserved for {SHIPPING_PAYMENT_MINUTES} minutes.
          </p>
          <Button variant="secondary" disabled={!isPriced} onClick={onBegin}>
            Continue to Payment
          </Button>
        </div>
      );
    case 'creating':
      return (
        <output className="mt-5 flex items-center gap-3 text-small text-text-2">
          <Spinner /> Creating payment intent...
        </output>
      );
    case 'expired':
      return (
        <div
          role="alert"
          className="mt-5 flex flex-wrap items-center justify-between gap-3 rounded-control bg-danger-soft p-4 text-small font-semibold text-on-danger-soft"
        >
          Reservation Expired
          <Button disabled={!isPriced} onClick={onBegin}>
            Restart Payment
          </Button>
        </div>
      );
    case 'confirmed':
      return (
        <div className="mt-5">
          <Banner tone="brand">Payment confirmed! You can now submit your shipping request.</Banner>
        </div>
      );
    case 'open':
    case 'charging': {
      const { intent } = payment;
      return (
        <>
          <ReservationTimer
            key={intent.paymentIntentId}
            endsAt={intent.endsAt}
            seconds={SHIPPING_PAYMENT_MINUTES * 60}
            text="Your cards are reserved for you"
            restartLabel="Restart Payment"
            isCharging={payment.state === 'charging'}
            onExpired={onExpired}
            onRestart={onBegin}
          />
          <PayByCard
            clientSecret={intent.clientSecret}
            paymentIntentId={intent.paymentIntentId}
            payLabel={`Pay ${formatCad(intent.amount)}`}
            otherWays={
              <>
                {onPayWithCredits !== null && (
                  <Button variant="secondary" size="small" onClick={onPayWithCredits}>
                    Pay with credits
                  </Button>
                )}
                <Button variant="secondary" size="small" busy={isReleasing} onClick={onRelease}>
                  Release the cards
                </Button>
              </>
            }
            {...card}
          />
        </>
      );
    }
  }
}
