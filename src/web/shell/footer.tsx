import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useConfig } from '../accounts/config.ts';
import { MotionSelect, ThemeSelect } from './choice-controls.tsx';

const LINKS = [
  { to: '/', label: 'Home' },
  { to: '/packs', label: 'Packs' },
  { to: '/cards', label: 'Cards' },
  { to: '/about', label: 'About' },
  { to: '/how-it-works', label: 'How it works' },
  { to: '/fairness', label: 'Fairness' },
  { to: '/where-we-sell', label: 'Where we sell' },
  { to: '/helplines', label: 'Helplines' },
] as const;

/** This code is loaded only if the shop has a page on another site. */
const SocialLinks = lazy(async () => ({
  default: (await import('./social-links.tsx')).SocialLinks,
}));

const ROW = 'flex flex-wrap gap-x-6 gap-y-1';
const LINK = 'inline-flex min-h-11 items-center no-underline hover:underline md:min-h-6';

export function Footer() {
  const config = useConfig();
  const mail = config === undefined ? undefined : `mailto:${config.contactEmail}`;
  return (
    <footer className="mt-auto border-t border-line">
      <div className="page grid gap-8 py-9 text-small text-text-2 md:grid-cols-[1fr_auto] md:items-start lg:grid-cols-[minmax(26ch,1fr)_minmax(0,auto)_auto] lg:gap-12">
        <div className="max-w-[36ch]">
          <p>A secure platform for buying and selling collectible cards.</p>
          {config && (
            <p className="mt-1">
              <a href={mail} className="link inline-block py-1">
                {config.contactEmail}
              </a>
            </p>
          )}
        </div>
        <nav aria-label="Footer" className="grid gap-y-1">
          <ul className={ROW}>
            {LINKS.map((link) => (
              <li key={link.to}>
                <Link to={link.to} className={LINK}>
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
          {config !== undefined && config.legalTexts.length > 0 && (
            <ul className={ROW}>
              {config.legalTexts.map(({ key, title }) => (
                <li key={key}>
                  <Link to="/legal/$text" params={{ text: key }} className={LINK}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </nav>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 md:max-lg:col-span-2">
          <ThemeSelect />
          <MotionSelect />
          {config && hasSite(config) && (
            <Suspense>
              <SocialLinks sites={config} />
            </Suspense>
          )}
          {/* The server's year stays if the browser's differs, as in the last night of a year. */}
          <p suppressHydrationWarning>{config && copyright(config.firstYear)}</p>
        </div>
      </div>
    </footer>
  );
}

/** Returns "© 2025" in the first year, and afterwards "© 2025–2026" with the current year. */
function copyright(firstYear: number): string {
  const year = new Date().getUTCFullYear();
  return year > firstYear ? `© ${firstYear}–${year}` : `© ${firstYear}`;
}

export type Sites = Pick<
  NonNullable<ReturnType<typeof useConfig>>,
  'twitterUrl' | 'facebookUrl' | 'instagramUrl' | 'youtubeUrl' | 'discordUrl'
>;

function hasSite(sites: Sites): boolean {
  const { twitterUrl, facebookUrl, instagramUrl, youtubeUrl, discordUrl } = sites;
  return Boolean(twitterUrl ?? facebookUrl ?? instagramUrl ?? youtubeUrl ?? discordUrl);
}
