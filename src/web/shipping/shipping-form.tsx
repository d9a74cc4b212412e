// The form of a shipment. It has the address, the payment, and one button whose label names the next step.
import type { Reply } from '#contract/endpoint.ts';
import {
  shippingAddress,
  showShipment,
  type checkShippingEligibility,
  type Shipment,
} from '#contract/shipping.ts';
import type { Cents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { cardIdsOfGroups, type CardGroup, type ShippingAddress } from '#domain/shipping.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { saveAddress } from '#contract/profile.ts';
import { useNoteProfile, useProfile } from '../accounts/queries.ts';
import { asApiError } from '../api/api-error.ts';
import type { ShippedCard } from '../collection/navigation-state.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { CardImage } from '../ui/art.tsx';
import { Price } from '../ui/price.tsx';
import { Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { addressDraft, type AddressFields as Fields } from './address-draft.ts';
import type { AddressForm } from './address-fields.tsx';
import { AddressPanel } from './address-panel.tsx';
import { CostPanel } from './cost-panel.tsx';
import { paidShipping } from './paid-shipping.ts';
import { PaymentPanel } from './payment-panel.tsx';
import { countCards } from '../collection/card-words.ts';
import { ServicePanel } from './service-panel.tsx';
import { ShippingError } from './shipping-error.tsx';
import {
  addressProblems,
  INCOMPLETE,
  noPrice,
  SHORT_OF_BALANCE,
  shippingProblem,
  submitLabel,
  type ShippingProblem,
} from './shipping-problem.ts';
import { useQuotes, type BesideQuote, type Choice } from './use-quotes.ts';
import { showProblemToast, useShipping } from './use-shipping.ts';
import { useResponses, useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { judgeTyped } from '../forms/judge-typed.ts';

type ShippingFormProps = {
  userId: string;
  cardGroups: CardGroup[];
  cards: readonly ShippedCard[];
  eligibility: Eligibility;
  startWith: Fields;
  /** The destination of the last parcel, which the form offers. Null if there is none. */
  lastAddress: Fields | null;
  /** The intent of a card payment that succeeded before a reload of the page. Null if there is none. */
  paidIntentId: string | null;
};

/** The fields of the eligibility response that the form needs. */
export type Eligibility = Pick<
  Reply<typeof checkShippingEligibility>,
  'availablePaymentMethods' | 'hasInsufficientBalance' | 'userBalance'
>;

const PAYMENT_REFUSALS = new Set<string>([
  'NOT_FOUND',
  'PAYMENT_NOT_COMPLETED',
  'PAYMENT_INTENT_USED',
]);

/** Returns a function that saves the address in the profile for the next shipment. */
function useSaveAddress() {
  const noteProfile = useNoteProfile();
  const { mutate } = useDo(saveAddress, {
    onSuccess: noteProfile,
    // A toast shows the error, because the user has already left the page when the request fails.
    onError: (error) =>
      showToast({
        kind: 'error',
        title: 'Address Not Saved',
        text: `Your cards will still be shipped. ${messageOf(error)}`,
      }),
  });
  return ({ postalCode, addressLine2: _flat, ...address }: ShippingAddress) =>
    mutate({ ...address, zipCode: postalCode });
}

/**
 * Returns the payment method that is selected at first: the balance if the shop offers it and it covers the fee for the
 * initial address. Otherwise a card. If the shop takes no cards, the first method that it offers (docs/product.md §14).
 */
function firstMethodOf(
  { availablePaymentMethods: methods, hasInsufficientBalance, userBalance }: Eligibility,
  firstFee: Cents | null,
): PaymentMethod {
  const isShort = firstFee === null ? hasInsufficientBalance : userBalance < firstFee;
  if (methods.includes('balance') && !isShort) return 'balance';
  return methods.find((method) => method === 'stripe') ?? methods[0] ?? 'balance';
}

/** Returns the state of the form and its actions. They cover the address, the fee and the payment. */
function useShippingForm({
  userId,
  cardGroups,
  eligibility,
  startWith,
  paidIntentId,
}: ShippingFormProps) {
  const cardIds = cardIdsOfGroups(cardGroups);
  const profile = useProfile();
  const form: AddressForm = useForm({
    resolver: judgeTyped((typed) => shippingAddress.safeParse(typed)),
    defaultValues: startWith,
    reValidateMode: 'onBlur',
  });
  const [country, state, postalCode] = useWatch({
    control: form.control,
    name: ['country', 'state', 'postalCode'],
  });
  const {
    asked: fee,
    quote,
    beside,
    choose,
  } = useQuotes(cardGroups, { country, state, postalCode }, paidIntentId === null);
  // If the quote is placeholder data, it is for the previous address.
  const isPriced = !fee.isPlaceholderData;
  const total = isPriced ? (quote?.fee.totalFee ?? null) : null;
  // Only the first known fee determines the initial payment method, so that later input does not change the method.
  // It is the fee of a parcel of its own, because the user may decide against a waiting parcel.
  const [firstFee, setFirstFee] = useState<Cents | null>(null);
  const ownFee = isPriced ? (fee.data?.quotes[0]?.fee.totalFee ?? total) : null;
  if (firstFee === null && ownFee !== null) setFirstFee(ownFee);
  const [isToBeSaved, setToBeSaved] = useState(false);
  const save = useSaveAddress();
  const paymentPlace = useRef<HTMLDivElement>(null);

  const goToCards = useGoToCards(cardIds);
  const finish = (shipment: Shipment) => {
    const { shippingAddress: sentTo, goesWithId } = shipment;
    if (isToBeSaved && sentTo !== null && goesWithId === null) save(sentTo);
    goToCards(shipment);
  };

  const refuse = () => shipping.show(INCOMPLETE);

  /** Continues with the waiting parcel's address, or with the one in the form if it is complete. */
  const withAddress = (work: (address: ShippingAddress) => void) => {
    if (beside !== null) work(beside.shippingAddress);
    else void form.handleSubmit(work, refuse)();
  };

  const shipping = useShipping({
    cardGroups,
    firstMethod: firstMethodOf(eligibility, firstFee),
    takesCards: quote?.paymentMethods.includes('stripe') ?? true,
    quoteId: quote?.id ?? null,
    paidIntentId,
    onPaid: (paymentIntentId) => {
      addressDraft.store(userId, beside === null ? form.getValues() : draftOf(beside));
      paidShipping.store(userId, { cardIds, paymentIntentId });
      withAddress(shipping.submit);
    },
    onCreated: finish,
    onRefused: (thrown) => {
      for (const { field, message } of addressProblems(thrown)) form.setError(field, { message });
      const { code } = asApiError(thrown);
      if (code === 'INSUFFICIENT_BALANCE') void profile.refetch();
      if (code === 'QUOTE_EXPIRED') void fee.refetch();
      // If the shop refused the payment, this tab forgets the payment. Otherwise it would block the page after a
      // reload.
      if (PAYMENT_REFUSALS.has(code)) paidShipping.forget();
    },
  });
  const { method, payment, isUnpaid } = shipping;

  const balance = profile.data?.account_balance ?? eligibility.userBalance;
  const isShort = balance < (total ?? firstFee ?? balance);

  const isEnoughByNow = async () => {
    const { data } = await profile.refetch();
    return data !== undefined && total !== null && data.account_balance >= total;
  };

  /** Removes the message about missing fields if all fields are filled in now. */
  const unsayIncomplete = () => {
    if (shipping.problem !== INCOMPLETE) return;
    if (z.safeParse(shippingAddress, form.getValues()).success) shipping.clearProblem();
  };

  const edited = () => {
    addressDraft.store(userId, form.getValues());
    shipping.dropPayment();
    unsayIncomplete();
  };

  const chooseWay = (chosen: Choice) => {
    choose(chosen);
    shipping.dropPayment();
    if ('shipmentId' in chosen) shipping.clearProblem();
  };

  const begin = () => withAddress(shipping.beginPayment);

  const chooseMethod = (chosen: PaymentMethod) => {
    shipping.chooseMethod(chosen);
    // A payment can begin only if the address is complete and its price is known.
    if (chosen !== 'stripe' || !isPriced) return;
    if (beside !== null) return shipping.beginPayment(beside.shippingAddress);
    const address = z.safeParse(shippingAddress, form.getValues());
    if (address.success) shipping.beginPayment(address.data);
  };

  const send = async (address: ShippingAddress) => {
    // Loads the balance again, because a top-up in another tab may have raised it.
    if (method === 'balance' && isShort && !(await isEnoughByNow())) {
      return shipping.show(SHORT_OF_BALANCE);
    }
    if (!isUnpaid) return shipping.submit(address);
    if (isPriced && (payment.state === 'none' || payment.state === 'expired')) {
      return shipping.beginPayment(address);
    }
    return paymentPlace.current?.focus();
  };

  return {
    form,
    country,
    fee,
    quote,
    beside,
    isPriced,
    total,
    balance,
    isShort,
    shipping,
    paymentPlace,
    isToBeSaved,
    setToBeSaved,
    edited,
    chooseWay,
    chooseMethod,
    begin,
    take: (address: Fields) => {
      form.reset(address);
      edited();
    },
    submit: () => withAddress((address) => void send(address)),
  };
}

export function ShippingForm(props: ShippingFormProps) {
  const { cards, eligibility, lastAddress } = props;
  const cardCount = cardIdsOfGroups(props.cardGroups).length;
  const filled = useShippingForm(props);
  const { form, fee, quote, beside, isPriced, total, shipping, begin } = filled;
  const { method, payment, isSubmitting, isUnpaid } = shipping;
  const isCharging = payment.state === 'charging';
  const isPaid = payment.state === 'confirmed';
  const methods = eligibility.availablePaymentMethods.filter(
    (one) => quote?.paymentMethods.includes(one) ?? true,
  );
  const feeProblem = useFeeProblem(fee);
  // The quotes tell whether a parcel waits for the cards. If one does, fields shown before would disappear while the user
  // types. After an error the fields stay.
  const isFirstQuoteAwaited = fee.isPending && fee.errorUpdateCount === 0;
  const { problem: placeProblem = null } = fee.data ?? {};

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-10">
      <div className="grid min-w-0 gap-6">
        <Verdict cards={cards} cardCount={cardCount} />
        {fee.data && !isPaid && (
          <ServicePanel
            quotes={fee.data}
            quote={quote}
            beside={beside}
            isLocked={isCharging || isSubmitting || !isPriced}
            onChoose={filled.chooseWay}
          />
        )}
        {isFirstQuoteAwaited ? (
          <Skeleton className="h-96" />
        ) : (
          <AddressPanel
            form={form}
            country={filled.country}
            isCountryFixed={isPaid}
            isLocked={isCharging || isSubmitting}
            ofParcel={beside?.shippingAddress ?? null}
            isToBeSaved={filled.isToBeSaved}
            onToBeSaved={filled.setToBeSaved}
            onEdit={filled.edited}
            offered={isPaid ? null : lastAddress}
            onTake={filled.take}
            onSubmit={filled.submit}
          />
        )}
        {(beside === null || total !== 0) && (
          <PaymentPanel
            methods={methods}
            method={method}
            balance={filled.balance}
            fee={total}
            isShort={filled.isShort}
            isLocked={isCharging || isPaid || isSubmitting}
            isPriced={isPriced}
            payment={payment}
            card={shipping.card}
            target={filled.paymentPlace}
            onMethod={filled.chooseMethod}
            onBegin={begin}
            onExpired={shipping.expire}
            onRelease={shipping.release}
            isReleasing={shipping.isReleasing}
          />
        )}
        {feeProblem && <ShippingError problem={feeProblem} onRetry={() => void fee.refetch()} />}
        {placeProblem && beside === null && (
          <ShippingError problem={noPrice(placeProblem.message)} onRetry={begin} />
        )}
        {shipping.problem && <ShippingError problem={shipping.problem} onRetry={begin} />}
        <SubmitBar
          isBusy={isSubmitting}
          isUnpaid={isUnpaid}
          hasFailed={shipping.hasFailed}
          total={total}
          // The button is disabled while the fee is unknown, because the user must see the price before paying.
          isDisabled={method === 'balance' && total === null}
        />
      </div>
      <CostPanel
        quote={quote}
        marketValue={fee.data?.marketValue ?? null}
        isBeside={beside !== null}
        isCalculating={fee.isFetching && (fee.isPending || fee.isPlaceholderData)}
        cards={cards}
        cardCount={cardCount}
      />
    </div>
  );
}

/** Returns a waiting parcel's address as the form has it. */
function draftOf({ shippingAddress: { addressLine2, ...address } }: BesideQuote): Fields {
  return { ...address, addressLine2: addressLine2 ?? '' };
}

/** Returns a function that goes to My cards after a shipment was requested. */
function useGoToCards(cardIds: string[]) {
  const navigate = useNavigate();
  const { note } = useResponses();
  return (shipment: Shipment) => {
    note(showShipment, { id: shipment.id }, { ...shipment, additions: [] });
    addressDraft.forget();
    paidShipping.forget();
    showToast({
      kind: 'success',
      title: shipment.goesWithId === null ? 'Shipping Request Created!' : 'Added to your parcel',
      text: summaryOf(shipment),
    });
    void navigate({
      to: '/my-cards',
      replace: true,
      state: {
        refreshCards: true,
        optimisticUpdate: { cardIds, status: 'Shipped' },
        shipmentId: shipment.id,
      },
    });
  };
}

/** Returns the problem of the last fee calculation; null if it succeeded. Each problem is also shown as a toast. */
function useFeeProblem(fee: ReturnType<typeof useQuotes>['asked']): ShippingProblem | null {
  const problem = fee.error && shippingProblem('fee', fee.error, fee.errorUpdateCount > 1);
  const tellOfFee = useEffectEvent(() => problem && showProblemToast(problem));
  useEffect(() => {
    tellOfFee();
  }, [fee.errorUpdatedAt]);
  return problem;
}

/**
 * The bar with the submit button. On a phone it is sticky, unless the user has to pay by card, because the bar would
 * cover the card form.
 */
function SubmitBar({
  isBusy,
  isUnpaid,
  hasFailed,
  total,
  isDisabled,
}: {
  isBusy: boolean;
  isUnpaid: boolean;
  hasFailed: boolean;
  /** What the user pays. Null while it is unknown. */
  total: Cents | null;
  isDisabled: boolean;
}) {
  return (
    <div
      className={classNames(
        'grid gap-2',
        !isUnpaid &&
          'max-sm:sticky max-sm:bottom-0 max-sm:bleed max-sm:border-t max-sm:border-line max-sm:bg-bg max-sm:py-4',
      )}
    >
      {total !== null && (
        <p className="flex items-baseline justify-between gap-4 text-small">
          You pay <Price amount={total} className="font-semibold" />
        </p>
      )}
      <Button
        type="submit"
        form="shipping-form"
        size="large"
        wide
        busy={isBusy}
        unready={isUnpaid}
        disabled={isDisabled}
      >
        {submitLabel({ isBusy, isUnpaid, hasFailed })}
      </Button>
    </div>
  );
}

/** Returns a text such as "3 cards from 2 pack openings. Request ID: ..." */
function summaryOf({ id, cards, cardGroups }: Shipment): string {
  const openings =
    cardGroups.length === 1 ? '1 pack opening' : `${cardGroups.length} pack openings`;
  return `${countCards(cards.length)} from ${openings}. Request ID: ${id}`;
}

function Verdict({ cards, cardCount }: { cards: readonly ShippedCard[]; cardCount: number }) {
  return (
    <section
      aria-label="Eligibility"
      className="flex items-center gap-5 rounded-card bg-brand-soft p-5 text-small text-on-brand-soft"
    >
      <p className="flex min-w-0 flex-1 items-center gap-3 font-semibold">
        <Icon name="success" size={22} />
        {cardCount === 1 ? 'This card can be shipped' : `All ${cardCount} cards can be shipped`}
      </p>
      {cards.length > 0 && (
        <div aria-hidden="true" className="flex -space-x-3">
          {cards.slice(0, THUMBS_MOST).map((card) => (
            <CardImage
              key={card.id}
              src={card.imageUrl}
              alt=""
              className="w-12 shadow-art max-sm:w-9"
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** The maximum number of card pictures next to "All cards can be shipped". */
const THUMBS_MOST = 6;
