// The layout that pack pages and card pages share: a link back, the picture, and the text next to the picture.
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFullTitle } from '../accounts/config.ts';
import { Icon } from '../ui/icon.tsx';
import { EmptyState, Loading, Skeleton } from '../ui/states.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

type BackLinkProps = {
  to: '/packs' | '/cards';
  /** If true, the link goes back in the history to the page of the shop from which the visitor came. */
  goesBack?: boolean;
  children: ReactNode;
};

export function BackLink({ to, goesBack = false, children }: BackLinkProps) {
  const { history } = useRouter();
  // On the server this is false, because the server does not know from which page the visitor came.
  const isBack = useHydrated() && goesBack && history.canGoBack();
  return (
    <Link
      to={to}
      onClick={(event) => {
        if (!isBack || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.back();
      }}
      className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-small font-semibold no-underline hover:bg-surface-2"
    >
      <Icon name="left" size={16} />
      {isBack ? 'Back' : children}
    </Link>
  );
}

export function ItemLayout({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-2 grid gap-x-10 gap-y-7 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_410px]">
      <div
        data-theme="dark"
        className="baize grid place-items-center content-center gap-3 self-start rounded-dialog px-4 py-8 md:sticky md:top-[calc(var(--header)+20px)] md:min-h-130 lg:min-h-150"
      >
        {picture}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** The layout while the item loads. `children`: further placeholder lines next to the picture. */
export function ItemPending({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="page py-9">
      <Loading text={text}>
        <div className="mt-6 grid gap-10 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_410px]">
          <Skeleton className="h-100 rounded-dialog lg:h-150" />
          <div className="grid content-start gap-4">
            <Skeleton className="h-10 w-4/5" />
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-9 w-1/3" />
            {children}
          </div>
        </div>
      </Loading>
    </div>
  );
}

/** Says that the item does not exist. `children`: links to other pages. */
export function ItemNotFound({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}) {
  const fullTitle = useFullTitle(title);
  return (
    <div className="page py-12">
      <title>{fullTitle}</title>
      <h1 className="sr-only">{title}</h1>
      <EmptyState headingLevel="p" title={title} text={text} action={children} />
    </div>
  );
}
