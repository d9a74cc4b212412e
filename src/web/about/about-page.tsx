import type { Reply } from '#contract/endpoint.ts';
import type { showFigures } from '#contract/storefront.ts';
import { FIGURE_MOST } from '#domain/stock.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useConfig, useShopName } from '../accounts/config.ts';
import { useText } from '../accounts/texts.ts';
import { usePriceDay } from '../catalogue/queries.ts';
import { buttonClass } from '../ui/button.tsx';
import { dayInUtc } from '#domain/day-in-utc.ts';
import { Written } from '../ui/written.tsx';
import { useFigures } from './figures.ts';
import { Icon, type IconName } from './icon.tsx';

export const screen = createLazyRoute('/about')({ component: AboutPage });

type Item = { icon: IconName; title: string; text: string; html?: string | undefined };
type Stat = { figure: string; text: string };

const FEATURES: readonly Item[] = [
  {
    icon: 'buyback',
    title: 'Instant Liquidity',
    text: 'Sell a card back the moment you open it, for credits at 50% of market value.',
  },
  {
    icon: 'truck',
    title: 'Physical Shipping',
    text: 'Cards are verified and mapped to real physical inventory, and shipped to you when you ask.',
  },
];

/** The specification's figures. Only a demo shop shows them, and says of each that it is a sample. */
const SAMPLES: readonly Stat[] = [
  { figure: '10,000+', text: 'packs opened (sample figure)' },
  { figure: '$500K+', text: 'cards shipped (sample figure)' },
  { figure: '99.9%', text: 'satisfaction (sample figure)' },
];

/**
 * Describes the team by the tasks of each part of the shop, without people's names or portraits (docs/product.md §11).
 */
const TEAM: readonly Item[] = [
  {
    icon: 'inbox',
    title: 'Intake',
    text: 'Takes packs in, records the cards of each, and seals it under its certification number.',
  },
  {
    icon: 'search',
    title: 'Pricing',
    text: 'Follows the public price sources, and records every price.',
  },
  {
    icon: 'box',
    title: 'Warehouse',
    text: 'Stores the cards you own, packs what you ask for, and hands it to the carrier.',
  },
  {
    icon: 'mail',
    title: 'Support',
    text: 'Answers your mail, and sorts out orders and payments that went wrong.',
  },
];

function AboutPage() {
  // Says where the packs come from, in the operators' own words.
  const authentic: Item = {
    icon: 'shield',
    title: 'Verified Authentic',
    html: useText('about-sources')?.html,
    text: useConfig()?.sealed ?? '',
  };
  const features = [authentic, useMarketValue(), ...FEATURES];
  return (
    <>
      <Mission />
      <div className="page">
        <section aria-labelledby="features" className="pt-12 md:pt-16">
          <h2 id="features" className="text-h3 md:text-h2">
            What you can rely on
          </h2>
          <ul className="mt-6 grid gap-4 sm:grid-cols-2">
            {features.map((feature) => (
              <li
                key={feature.title}
                className="rounded-card border border-line bg-surface p-5 sm:p-6"
              >
                <Icon name={feature.icon} size={34} className="text-brand" />
                <h3 className="mt-3 text-h3">{feature.title}</h3>
                <Written html={feature.html} className="mt-1.5 text-small text-text-2" />
                <p className="mt-1.5 text-small text-text-2">{feature.text}</p>
              </li>
            ))}
          </ul>
        </section>
        <Figures />
        <Team />
        <div className="grid gap-x-16 pt-12 pb-12 md:pt-16 md:pb-16 lg:grid-cols-[minmax(0,1fr)_320px]">
          <Questions />
          <Contact />
        </div>
      </div>
    </>
  );
}

function Mission() {
  const shop = useShopName();
  const mission = useText('about-mission');
  return (
    <section data-theme="dark" className="baize overflow-hidden">
      <div className="page grid items-center gap-8 py-12 md:min-h-100 lg:grid-cols-[1.2fr_1fr]">
        <div>
          <h1 className="text-[40px] leading-[1.08] lg:text-hero">{shop}</h1>
          <Written
            html={mission?.html}
            className="mt-5 max-w-[46ch] text-[17px] leading-relaxed text-text-2"
          />
          <Link to="/packs" className={`${buttonClass({ size: 'large' })} mt-7`}>
            Browse packs
          </Link>
        </div>
        <div
          aria-hidden="true"
          className="relative grid h-64 w-full place-items-center max-lg:hidden"
        >
          {['-translate-x-24 -rotate-12', '', 'translate-x-24 rotate-12'].map((place) => (
            <img
              key={place}
              src="/card-back.svg"
              alt=""
              width={158}
              height={221}
              className={`card-corners absolute shadow-art ${place}`}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

function Team() {
  return (
    <section aria-labelledby="team" className="pt-12 md:pt-16">
      <h2 id="team" className="text-h3 md:text-h2">
        Team
      </h2>
      <ul className="mt-6 grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
        {TEAM.map((part) => (
          <li key={part.title}>
            <Icon name={part.icon} size={28} className="text-text-2" />
            <h3 className="mt-2.5 text-[17px] leading-tight">{part.title}</h3>
            <p className="mt-1 text-small text-text-2">{part.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Questions() {
  const text = useText('questions');
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="text-h3 md:text-h2">
        Questions
      </h2>
      <Written html={text?.html} className="mt-3 max-w-[65ch] text-text-2" />
      <div className="mt-4 border-t border-line">
        {text?.sections.map(({ title, html }) => (
          <details key={title} className="group border-b border-line">
            <summary className="flex min-h-13 list-none items-center justify-between gap-4 py-2 font-[560] [&::-webkit-details-marker]:hidden">
              {title}
              <Icon name="down" size={18} className="shrink-0 text-text-2 group-open:rotate-180" />
            </summary>
            <Written html={html} className="max-w-[65ch] pb-5 text-text-2" />
          </details>
        ))}
      </div>
    </section>
  );
}

/** Returns a text about prices. If the prices are updated daily, the text says so. */
function useMarketValue(): Item {
  const prices = usePriceDay();
  const sentence =
    prices?.areDaily === true
      ? 'Card prices are updated daily from public price sources.'
      : 'Card prices come from public price sources.';
  const day = prices?.asOf ? ` The newest are those of ${dayInUtc(prices.asOf)}.` : '';
  return { icon: 'scale', title: 'Real Market Value', text: sentence + day };
}

/** Shows sample figures in a demo shop, and real figures in any other shop. */
function Figures() {
  const isDemo = useConfig()?.demo === true;
  const figures = useFigures();
  const stats = isDemo ? SAMPLES : figures === undefined ? [] : statsOf(figures);
  if (stats.length === 0) return null;
  return (
    <section aria-label="Figures" className="mt-12 md:mt-16">
      <dl className="grid border-y border-line sm:grid-cols-3">
        {stats.map((stat) => (
          <div
            key={stat.text}
            className="flex flex-col-reverse border-line py-6 max-sm:border-b max-sm:last:border-b-0 sm:border-l sm:px-7 sm:first:border-l-0 sm:first:pl-0"
          >
            <dt className="text-small text-text-2">{stat.text}</dt>
            <dd className="font-display text-figure">{stat.figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Returns the figures to show. A figure that is null is below the minimum that the shop publishes. */
function statsOf({ packsOpened, cardsShipped, packsInStock }: Reply<typeof showFigures>): Stat[] {
  const counts = [
    { count: packsOpened, text: 'packs opened' },
    { count: cardsShipped, text: 'cards shipped' },
    { count: packsInStock, text: 'sealed packs in stock' },
  ];
  return counts.flatMap(({ count, text }) =>
    count === null
      ? []
      : [{ figure: count.toLocaleString('en-CA') + (count < FIGURE_MOST ? '' : '+'), text }],
  );
}

function Contact() {
  const config = useConfig();
  if (config === undefined) return null;
  const mail = `mailto:${config.contactEmail}`;
  const ways: readonly { icon: IconName; label: string; href: string | null }[] = [
    { icon: 'mail', label: config.contactEmail, href: mail },
    { icon: 'twitter', label: 'Twitter', href: config.twitterUrl },
    { icon: 'facebook', label: 'Facebook', href: config.facebookUrl },
    { icon: 'instagram', label: 'Instagram', href: config.instagramUrl },
    { icon: 'youtube', label: 'YouTube', href: config.youtubeUrl },
    { icon: 'discord', label: 'Discord', href: config.discordUrl },
  ];
  return (
    <section aria-labelledby="contact" className="max-lg:pt-12">
      <h2 id="contact" className="text-h3 md:text-h2">
        Contact
      </h2>
      <ul className="mt-4 flex flex-wrap gap-3 lg:flex-col lg:items-start">
        {ways.map(
          ({ icon, label, href }) =>
            href && (
              <li key={icon}>
                <a
                  href={href}
                  {...(href !== mail && { target: '_blank', rel: 'noreferrer' })}
                  className={buttonClass({ variant: 'secondary' })}
                >
                  <Icon name={icon} />
                  {label}
                </a>
              </li>
            ),
        )}
      </ul>
    </section>
  );
}
