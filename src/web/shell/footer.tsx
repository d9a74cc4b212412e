import { Link } from '@tanstack/react-router';
import { Icon, type IconName } from '../ui/icon.tsx';
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

const SITES = [
  ['twitter', 'Twitter'],
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['youtube', 'YouTube'],
  ['discord', 'Discord'],
] as const;

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
          <span className="-ml-3 flex">
            {SITES.map(([name, label]) => (
              <SocialLink key={name} name={name} label={label} href={config?.[`${name}Url`]} />
            ))}
          </span>
          <p>© {config?.firstYear}</p>
        </div>
      </div>
    </footer>
  );
}

/** A link to the shop's page on another site, in a new tab. Renders nothing if the settings have no URL. */
function SocialLink({
  name,
  label,
  href,
}: {
  name: IconName;
  label: string;
  href: string | null | undefined;
}) {
  if (href === undefined || href === null) return null;
  const words = `${label}, opens in a new tab`;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={words}
      title={words}
      className="grid size-11 place-items-center rounded-control hover:bg-surface-2 hover:text-text"
    >
      <Icon name={name} />
    </a>
  );
}
