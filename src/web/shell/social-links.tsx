// Links to the shop's pages on other sites. They open in new tabs. A site without a URL in the settings gets no link.
import { LineIcon } from '../ui/icon.tsx';
import { SITE_ICONS } from '../ui/site-icons.tsx';
import type { Sites } from './footer.tsx';

const SITES = [
  ['twitter', 'Twitter'],
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['youtube', 'YouTube'],
  ['discord', 'Discord'],
] as const;

export function SocialLinks({ sites }: { sites: Sites }) {
  return (
    <span className="-ml-3 flex">
      {SITES.map(([name, label]) => {
        const href = sites[`${name}Url`];
        const words = `${label}, opens in a new tab`;
        return (
          href && (
            <a
              key={name}
              href={href}
              target="_blank"
              rel="noreferrer"
              aria-label={words}
              title={words}
              className="grid size-11 place-items-center rounded-control hover:bg-surface-2 hover:text-text"
            >
              <LineIcon>{SITE_ICONS[name]}</LineIcon>
            </a>
          )
        );
      })}
    </span>
  );
}
