// The page on which a user buys credits by card. First it asks for the amount and shows the cost; then it shows the
// card form.
import type { Reply } from '#contract/endpoint.ts';
import {
  buyCredits,
  listPaymentMethods,
  showTransaction,
  type PaymentMethod,
} from '#contract/wallet.ts';
import { formatCad, toCents, ZERO, type Cents } from '#domain/money.ts';
import { decimalOf, parseCad } from '#domain/decimals.ts';
import { CREDITS_STAY } from '#domain/sellback.ts';
import {
  quoteTopUp,
  topUpFor,
  topUpProblems,
  type TopUpFee,
  type TopUpQuote,
} from '#domain/top-up.ts';
import { createLazyRoute, Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { percentOf } from '#domain/tax-lines.ts';
import { useConfig } from '../accounts/config.ts';
import { PauseBanner } from '../accounts/pause-banner.tsx';
import { useProfile } from '../accounts/queries.ts';
import { redirectTarget } from '../accounts/redirect-target.ts';
import { useRegion } from '../accounts/region.ts';
import { RegionSelect } from '../accounts/region-select.tsx';
import { asApiError } from '../api/api-error.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { PaymentForm } from '../card-payments/payment-form.tsx';
import { SavedCardForm } from '../card-payments/saved-card-form.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import { Price } from '../ui/price.tsx';
import { Select } from '../ui/select.tsx';
import { nameOfCard } from '../card-payments/card-name.ts';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { UnspentCredits } from './unspent-credits.tsx';

export const screen = createLazyRoute('/top-up')({ component: TopUpPage });

/** A top-up that was started. `cardName`: the name of the saved card that pays; null for a new card. */
type Begun = Reply<typeof buyCredits> & { cardName: string | null };

/** Amounts that the user can choose with one press. */
const SUGGESTED = [2_500, 5_000, 10_000, 25_000].map(toCents);
const USUAL = toCents(5_000);

const NO_FEE: TopUpFee = { rate: 0, fixed: ZERO };

function useTopUpFee(): TopUpFee {
  return useConfig()?.topUpFee ?? NO_FEE;
}

const BACK = 'link inline-flex min-h-11 items-center gap-1.5 text-small font-[560]';

function TopUpPage() {
  const profile = useProfile();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [last, setLast] = useState<Cents | null>(null);
  const { redirect } = screen.useSearch();
  return (
    <div className="page pt-9 pb-20">
      <div className="mx-auto max-w-xl">
        {redirect === undefined ? (
          <Link to="/my-account" className={BACK}>
            <Icon name="left" size={16} />
            My account
          </Link>
        ) : (
          <a href={redirectTarget(redirect)} className={BACK}>
            <Icon name="left" size={16} />
            Back
          </a>
        )}
        <h1 tabIndex={-1} className="mt-3 mb-2 text-h2 sm:text-h1">
          Buy credits
        </h1>
        <p className="mb-7 text-text-2">
          {profile.data ? (
            <>
              You have <Price amount={profile.data.account_balance} />.{' '}
            </>
          ) : null}
          One credit is {formatCad(toCents(100))}. {CREDITS_STAY}
        </p>
        <PauseBanner />
        {begun === null ? (
          <AmountForm last={last} onBegun={setBegun} />
        ) : (
          <CardStep
            begun={begun}
            onChange={() => {
              setBegun(null);
              setLast(begun.amount);
            }}
          />
        )}
        {begun === null && (
          <div className="mt-6">
            <UnspentCredits />
          </div>
        )}
      </div>
    </div>
  );
}

type SuggestionsProps = { amount: Cents | null; onChoose: (amount: Cents) => void };

function Suggestions({ amount, onChoose }: SuggestionsProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Suggested amounts</legend>
      {SUGGESTED.map((one) => (
        <Chip key={one} isOn={one === amount} onToggle={() => onChoose(one)}>
          {decimalOf(one)}
        </Chip>
      ))}
    </fieldset>
  );
}

const optionOf = (card: PaymentMethod) => ({ value: card.id, label: nameOfCard(card) });

/** Error codes after which the form asks for the buyer's region. */
const REGION_CODES = new Set(['REGION_REQUIRED', 'NOT_SOLD_HERE']);

type AmountFormProps = {
  /** If the user has come back from the payment, the amount to fill in again; null at first. */
  last: Cents | null;
  onBegun: (begun: Begun) => void;
};

function AmountForm({ last, onBegun }: AmountFormProps) {
  const { missing } = screen.useSearch();
  const fee = useTopUpFee();
  const [text, setText] = useState(() =>
    String(decimalOf(last ?? (missing === undefined ? USUAL : topUpFor(missing)))),
  );
  const [isChecked, setChecked] = useState(false);
  const buy = useDo(buyCredits);
  const { region, isOfProfile } = useRegion();
  // Whether the form asks for the buyer's region, because the shop refused the region or does not know it.
  const [asksRegion, setAsksRegion] = useState(false);
  const cards = useAsk(listPaymentMethods, {}).data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  // The id of a saved card, or 'new'. Until the user chooses, this is the default card.
  const choice = chosen ?? cards.find((card) => card.isDefault)?.id ?? 'new';
  const amount = parseCad(text);
  const problem =
    amount === null ? 'Please enter an amount such as 50' : topUpProblems(amount, 'CAD')[0];

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (amount === null || problem !== undefined) {
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    const card = cards.find((one) => one.id === choice) ?? null;
    if (buy.isPending) return;
    buy.mutate(
      { amount, paymentMethod: card?.id ?? 'stripe', region },
      {
        onSuccess: (reply) => onBegun({ ...reply, cardName: card && nameOfCard(card) }),
        onError: (error) => {
          if (REGION_CODES.has(asApiError(error).code)) setAsksRegion(true);
        },
      },
    );
  };

  return (
    <Panel title="How many credits?">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Suggestions amount={amount} onChoose={(one) => setText(String(decimalOf(one)))} />
        <Field
          label="Credits"
          autoFocus={last !== null}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          hint="10 to 1,000 at once"
          error={isChecked ? problem : undefined}
        />
        {cards.length > 0 && (
          <Select
            label="Pay with"
            value={choice}
            onChange={({ target }) => setChosen(target.value)}
            options={[...cards.map(optionOf), { value: 'new', label: 'A new card' }]}
          />
        )}
        <Costs
          quote={quoteTopUp(problem === undefined ? amount! : ZERO, fee)}
          fee={fee}
          isKnown={!problem}
        />
        {buy.isError && (
          <Banner title="The payment could not be started">
            {messageOf(buy.error)}
            {asApiError(buy.error).code === 'NOT_SOLD_HERE' && (
              <>
                {' '}
                <Link to="/where-we-sell" className="link">
                  Where we sell
                </Link>
              </>
            )}
          </Banner>
        )}
        {asksRegion && (
          <div className="grid gap-2">
            <RegionSelect />
            <p className="text-small text-text-2">
              {isOfProfile
                ? 'If you have moved, change your address in My account.'
                : 'It is kept in this browser; an address in My account takes precedence.'}
            </p>
          </div>
        )}
        <Button type="submit" size="large" wide busy={buy.isPending}>
          Continue to payment
        </Button>
      </form>
    </Panel>
  );
}

function CardStep({ begun, onChange }: { begun: Begun; onChange: () => void }) {
  const fee = useTopUpFee();
  const navigate = useNavigate();
  const router = useRouter();
  const { redirect } = screen.useSearch();
  // Fetches the transaction after the card was charged. The request also makes the shop confirm the payment.
  const confirm = useDo(showTransaction);
  const [isCharging, setCharging] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const Form = begun.cardName === null ? PaymentForm : SavedCardForm;

  const finish = () =>
    confirm.mutate(
      { id: begun.transaction.id },
      {
        onSettled: (transaction) => {
          if (transaction?.status === 'completed') {
            showToast({
              kind: 'success',
              title: 'Credits added',
              text: `${formatCad(begun.amount)} is in your balance.`,
            });
          } else {
            showToast({
              kind: 'information',
              title: 'Your payment is being processed',
              text: 'Your credits arrive as soon as it is confirmed.',
            });
          }
          // If the credits have arrived, returns to the page that needed them. If they are still pending, goes to the
          // page of the transaction.
          if (redirect !== undefined && transaction?.status === 'completed') {
            router.history.replace(redirectTarget(redirect));
            return;
          }
          void navigate({
            to: '/transactions/$transactionId',
            params: { transactionId: begun.transaction.id },
            replace: true,
          });
        },
      },
    );

  return (
    <Panel
      title="Payment"
      headingRef={heading}
      aside={
        !isCharging && (
          <Button variant="ghost" size="small" onClick={onChange}>
            Change amount
          </Button>
        )
      }
    >
      <Costs quote={begun} fee={fee} isKnown />
      <Form
        clientSecret={begun.clientSecret}
        paymentIntentId={begun.paymentIntentId}
        payLabel={`Pay ${formatCad(begun.total)}${begun.cardName === null ? '' : ` with ${begun.cardName}`}`}
        onStart={() => setCharging(true)}
        onSucceeded={finish}
        onFailed={() => setCharging(false)}
      />
    </Panel>
  );
}

/** The price of a top-up and its fee. Only a demo shop charges a fee. */
function Costs({ quote, fee, isKnown }: { quote: TopUpQuote; fee: TopUpFee; isKnown: boolean }) {
  const shown = (amount: Cents) => (isKnown ? <Price amount={amount} /> : '–');
  return (
    <dl className="grid gap-2.5 border-t border-line pt-5 text-small">
      <CostLine label="Credits">{shown(quote.amount)}</CostLine>
      {(fee.rate > 0 || fee.fixed > 0) && (
        <CostLine label={`Processing fee (${percentOf(fee.rate)} + ${formatCad(fee.fixed)})`}>
          {shown(quote.fee)}
        </CostLine>
      )}
      <div className="mt-2 flex items-baseline justify-between border-t border-line pt-4 text-price font-semibold">
        <dt>Total</dt>
        <dd>{shown(quote.total)}</dd>
      </div>
    </dl>
  );
}

function CostLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-text-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
