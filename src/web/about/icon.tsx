// The icons of the About page: the shop's own, and some that no other page uses.
import type { ComponentProps, ReactNode } from 'react';
import { Icon as ShopIcon, LineIcon, type IconName as ShopIconName } from '../ui/icon.tsx';
import { SITE_ICONS } from '../ui/site-icons.tsx';

const ICONS = {
  ...SITE_ICONS,
  mail: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
      <path d="m4 7 8 6.5L20 7" />
    </>
  ),
  scale: (
    <path d="M12 4v16M8 20h8M5 7.5l7-2 7 2M5 7.5l-2.5 6a2.7 2.7 0 0 0 5 0ZM19 7.5l-2.5 6a2.7 2.7 0 0 0 5 0Z" />
  ),
  box: <path d="M4 7.8 12 4l8 3.8v8.4L12 20l-8-3.8ZM4 7.8l8 3.8 8-3.8M12 11.6V20M8 5.9l8 3.8" />,
  inbox: <path d="M4 14.5 6.5 5.5h11L20 14.5v4.5H4ZM4 14.5h4.5l1 2h5l1-2H20" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="m15 15 5 5" />
    </>
  ),
} satisfies Record<string, ReactNode>;

type OwnName = keyof typeof ICONS;
export type IconName = ShopIconName | OwnName;

type IconProps = Omit<ComponentProps<typeof ShopIcon>, 'name'> & { name: IconName };

export function Icon({ name, ...variant }: IconProps) {
  if (!isOwn(name)) return <ShopIcon name={name} {...variant} />;
  return <LineIcon {...variant}>{ICONS[name]}</LineIcon>;
}

function isOwn(name: IconName): name is OwnName {
  return name in ICONS;
}
