// Explains packs, cards and money to a visitor before a purchase. Every figure comes from the rules and settings that
// the shop applies.
import type { ShopConfig } from '#contract/storefront.ts';
import { formatCad, toCents } from '#domain/money.ts';
import { RETURN_RULE } from '#domain/returns.ts';
import {
  CONVERT_AFTER_DAYS,
  CREDITS_STAY,
  NOTICE_AHEAD_DAYS,
  REMINDER_DAYS,
  SELLBACK_RATE,
} from '#domain/sellback.ts';
import { percentOf, taxLabel } from '#domain/tax-lines.ts';
import { TOP_UP_LEAST, TOP_UP_MOST } from '#domain/top-up.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useConfig } from '../accounts/config.ts';
import { useShippingRates, type ShippingRates } from '../catalogue/shipping-rates.ts';
import { DemoBadge, numberWord, PRACTICE_CAVEAT } from '../fairness/about-drops.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Part } from '../ui/part.tsx';
import { Price } from '../ui/price.tsx';

// Exports the helplines page too, so that the build puts both pages into one file. With a second file, a visitor's
// first load would take longer.
export { screen as helplines } from './helplines-page.tsx';
export const screen = createLazyRoute('/how-it-works')({ component: HowItWorksPage });

/** Returns "3.5%" for 0.035. */
function percent(rate: number): string {
  return rate.toLocaleString('en-CA', { style: 'percent', maximumFractionDigits: 2 });
}

/**
 * Says which taxes are added to the price of a pack. The text has no full stop, because the caller may append the card
 * fee to it.
 */
function taxOnPacks(config: ShopConfig): string {
  if (config.taxes.isAsked && config.taxes.regions === null)
    return 'Tax is added to the price of a pack';
  if (config.taxes.regions !== null)
    return 'The tax where you live is added to the price of a pack';
  return `${ratesInWords(config)} tax is added to the price of a pack`;
}

/** Returns the tax rates in words: "8%" for one plain rate, "GST 5% and QST 9.975%" for named rates, else "No". */
function ratesInWords({ taxes: { rates } }: ShopConfig): string {
  const [only] = rates;
  if (only === undefined) return 'No';
  return rates.length === 1 && only.name === 'Tax'
    ? percentOf(only.rate)
    : rates.map(taxLabel).join(' and ');
}

function topUpFee({ topUpFee: { rate, fixed } }: ShopConfig): string {
  return rate > 0 || fixed > 0 ? `${percentOf(rate)} and ${formatCad(fixed)}` : 'no fee';
}

function HowItWorksPage() {
  const config = useConfig();
  const takesCards = typeof config?.stripePublishableKey === 'string';
  return (
    <div className="page max-w-[920px] pt-9 pb-16">
      <h1 className="text-[30px] leading-[1.08] md:text-h1">How it works</h1>
      <p className="mt-3 max-w-[60ch] text-text-2">
        From a sealed pack on our shelf to cards in your hand, and what each step costs.
      </p>
      <Part id="buying" title="Buying">
        <p>
          Every pack is a real one, stored sealed in our warehouse. {config?.sealed} Which of the
          packs of a type you get is decided by chance: in a drop, by a{' '}
          {numberWord(config?.demo === true)} that comes after its packs were locked; otherwise by
          an order fixed when they came in.{' '}
          {config?.demo ? (
            <>
              You don’t choose. {PRACTICE_CAVEAT} <DemoBadge />
            </>
          ) : (
            'Neither you nor we choose.'
          )}{' '}
          We also sell{' '}
          <Link to="/cards" className="link">
            single cards
          </Link>
          , where you do choose.
        </p>
        <p>
          You pay with credits{takesCards && ' or by card'}. One credit is{' '}
          <Price amount={toCents(100)} />.{config && ` ${taxOnPacks(config)}`}
          {config &&
            takesCards &&
            config.charges.cardFee > 0 &&
            `, and ${formatCad(config.charges.cardFee)} to a payment by card`}
          {config && '.'} {CREDITS_STAY}
        </p>
      </Part>
      <Part id="opening" title="Opening">
        <p>
          Packs paid for with credits are opened as part of the payment.
          {takesCards &&
            ' Packs paid for by card stay sealed until you tear them open, whenever you like.'}{' '}
          A pack is opened once, and the cards in it are yours. Rarities rise from Common over Epic
          and Rare to Legendary; Epic is our word for what the games call Uncommon.
        </p>
      </Part>
      <Part id="keeping" title={`Keeping, for ${CONVERT_AFTER_DAYS} days`}>
        <p>
          A card is yours for {CONVERT_AFTER_DAYS} days from its opening. Until then you can sell it
          or have it shipped. A card that you neither sell nor ship converts to credits at{' '}
          {percent(SELLBACK_RATE)} of its market value. We remind you by e-mail{' '}
          {REMINDER_DAYS.map((days) => (days === 1 ? '1 day' : `${days} days`)).join(' and ')}{' '}
          before, unless you have switched that off, and in the shop {NOTICE_AHEAD_DAYS} days
          before.
        </p>
        <p>
          You can switch off the conversion in My account. Then nothing is paid when the time is up:
          the card is locked until we give it more days or convert it.
        </p>
      </Part>
      <Part id="selling" title={`Selling, at ${percent(SELLBACK_RATE)}`}>
        <p>
          We buy any card back for {percent(SELLBACK_RATE)} of its market value at that moment,
          rounded down to the cent, in credits and at once; where that is nothing, there is no
          button for it. The market value is the newest price from public price sources, in Canadian
          dollars. A sold card doesn’t come back, and is never used to make new packs.
        </p>
      </Part>
      <Part id="shipping" title="Shipping">
        <Shipping isTaxed={config?.taxes.ofParcels ?? false} />
        <p className="mt-3">
          You can cancel a parcel until we begin to pack it. You get the cards and the fee back.
        </p>
      </Part>
      <Part id="refunds" title="Refunds">
        <p>
          Opened packs can’t be returned: their cards can be sold back or shipped.
          {takesCards &&
            ` ${RETURN_RULE} All unopened packs of an order go back at once; the money goes back to the card, with the card fee if none of them was opened.`}
          {config?.sandbox &&
            ' This shop takes test cards, of which only the one that ends in 5556 tells that two accounts share it.'}
        </p>
      </Part>
      <Part id="fees" title="Fees">
        <dl className="max-w-120 border-t border-line">
          {config && (
            <Line label="Tax on packs">
              {config.taxes.regions ? 'by where you live' : ratesInWords(config)}
            </Line>
          )}
          {config && takesCards && config.charges.cardFee > 0 && (
            <Line label="Packs paid by card">{formatCad(config.charges.cardFee)} a payment</Line>
          )}
          <Line label="Packs paid with credits">no fee</Line>
          {takesCards && (
            <Line
              label={`Buying credits (${formatCad(TOP_UP_LEAST)} to ${formatCad(TOP_UP_MOST)})`}
            >
              {config && topUpFee(config)}
            </Line>
          )}
          <Line label="Selling a card back">no fee</Line>
        </dl>
      </Part>
      <Link to="/packs" className={`${buttonClass({ size: 'large' })} mt-10`}>
        Browse packs
      </Link>
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5 text-small">
      <dt className="text-text-2">{label}</dt>
      <dd className="font-[560]">{children}</dd>
    </div>
  );
}

type Service = ShippingRates['zones'][number]['services'][number];

/** Explains the shipping fees. If all destinations have the same fee for further cards, states it only once. */
function Shipping({ isTaxed }: { isTaxed: boolean }) {
  const rates = useShippingRates();
  if (rates === undefined) return <p>The cards that you choose go into one parcel.</p>;
  const services = rates.zones.flatMap((zone) => zone.services);
  const same = (part: (one: Service) => unknown) => new Set(services.map(part)).size === 1;
  const isOneRule = same((one) => `${one.cardsIncluded} ${one.furtherCardFee}`);
  return (
    <>
      <p>
        The cards that you choose go into one parcel.{' '}
        {isOneRule && services[0] && `${cardRule(services[0])} `}
        {isTaxed ? 'The tax where the parcel goes is added.' : 'There is no tax on it.'}
      </p>
      <dl className="mt-3 max-w-120 border-t border-line">
        {rates.zones.flatMap(({ name, services: ofZone }) =>
          ofZone.map((one) => (
            <Line
              key={`${name} ${one.key}`}
              label={ofZone.length === 1 ? name : `${name}, ${one.name}`}
            >
              {formatCad(one.baseFee)}, {one.delivery}
              {!isOneRule && <Small>{cardRule(one)}</Small>}
              {one.freeFrom !== null && (
                <Small>Free from a market value of {formatCad(one.freeFrom)}</Small>
              )}
            </Line>
          )),
        )}
      </dl>
    </>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <span className="block text-small text-text-2">{children}</span>;
}

function cardRule({ cardsIncluded, furtherCardFee }: Service): string {
  const further = furtherCardFee === 0 ? 'nothing' : formatCad(furtherCardFee);
  return `The fee is for up to ${cardsIncluded} cards; each further one adds ${further}.`;
}
