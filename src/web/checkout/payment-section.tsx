// How a checkout is paid: the ways to pay, and what the chosen one asks for.
import { formatCad, type Cents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { useProfile } from '../accounts/queries.ts';
import { PaymentForm } from '../card-payments/payment-form.tsx';
import { PaymentMethods } from '../card-payments/payment-methods.tsx';
import { ReservationTimer } from '../card-payments/reservation-timer.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { canPayWithBalance, isLocked, type Checkout, type Intent } from './checkout-state.ts';
import type { Course } from './use-checkout.ts';

export function PaymentSection({
  course,
  methods,
  first,
}: {
  course: Course;
  methods: PaymentMethod[];
  first: PaymentMethod | null;
}) {
  const { checkout } = course;
  const { method } = checkout.order;
  const total = checkout.price?.total ?? null;
  const balance = useProfile().data?.account_balance ?? null;
  const isShort = total !== null && balance !== null && balance < total && method !== 'stripe';
  return (
    <section aria-label="Payment" className="order-2 min-w-0 lg:order-1">
      <h2 className="text-h3">Select Payment Method</h2>
      <PaymentMethods
        methods={methods}
        selected={method}
        onSelect={(chosen) => course.order({ method: chosen })}
        balance={balance}
        balanceText="Instant purchase with your balance"
        total={total}
        isShort={isShort || (first !== 'balance' && methods.includes('balance'))}
        isLocked={isLocked(checkout)}
      />
      {method === 'balance' ? (
        <PayWithBalance
          checkout={checkout}
          total={total}
          isShort={isShort}
          onPay={course.payWithBalance}
        />
      ) : (
        <PayByCard course={course} />
      )}
    </section>
  );
}

function PayWithBalance({
  checkout,
  total,
  isShort,
  onPay,
}: {
  checkout: Checkout;
  total: Cents | null;
  isShort: boolean;
  onPay: () => void;
}) {
  const isPaying = checkout.kind === 'paying';
  return (
    <div className="mt-6 max-lg:sticky max-lg:bottom-0 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-bg max-lg:p-4">
      <Button
        size="large"
        wide
        onClick={onPay}
        busy={isPaying}
        disabled={!canPayWithBalance(checkout) || isShort}
      >
        {isPaying ? 'Processing...' : `Pay ${formatCad(total)} with Balance`}
      </Button>
    </div>
  );
}

function PayByCard({ course }: { course: Course }) {
  const { checkout } = course;
  switch (checkout.kind) {
    case 'reserving':
      return <Waiting text="Creating payment intent..." />;
    case 'paid':
      return <Waiting text="Opening your packs..." />;
    case 'reserved':
    case 'charging':
    case 'refused':
    case 'expired':
      return (
        <CardForm
          intent={checkout.intent}
          isExpired={checkout.kind === 'expired'}
          card={course.card}
          onExpired={course.expire}
          onRestart={() => course.order({})}
        />
      );
    case 'pricing':
    case 'ready':
    case 'paying':
    case 'opened':
    case 'failed':
      return null;
  }
}

function Waiting({ text }: { text: string }) {
  return (
    <output className="mt-6 flex items-center gap-3 text-small text-text-2">
      <Spinner /> {text}
    </output>
  );
}

/** How long the packs are kept, and the card that pays them. */
function CardForm({
  intent,
  isExpired,
  card,
  onExpired,
  onRestart,
}: {
  intent: Intent;
  isExpired: boolean;
  card: Course['card'];
  onExpired: () => void;
  onRestart: () => void;
}) {
  return (
    <>
      <ReservationTimer
        key={intent.paymentIntentId}
        expiresAt={intent.expiresAt}
        seconds={intent.keptSeconds}
        text="Your pack is reserved"
        restartLabel="Restart Checkout"
        onExpired={onExpired}
        onRestart={onRestart}
      />
      {!isExpired && (
        <PaymentForm
          clientSecret={intent.clientSecret}
          paymentIntentId={intent.paymentIntentId}
          payLabel={`Pay ${formatCad(intent.amount)}`}
          {...card}
        />
      )}
    </>
  );
}
