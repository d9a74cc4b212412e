// The HTML document around every screen. The server and the browser use the same document.
import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  Scripts,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import uiFont from '@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2?url';
import { writeCurrency } from '#domain/money.ts';
import { lazy, Suspense, type ReactNode } from 'react';
import displayFont from '../ui/fonts/archivo-display-latin.woff2?url';
import { SampleBanner } from '../catalogue/sample-banner.tsx';
import { Written } from '../ui/written.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { knownConfig, loadConfig, useConfig } from '../accounts/config.ts';
import { useVisitor } from '../accounts/visitor.ts';
import { ErrorScreen } from './error-screen.tsx';
import { skipToContent } from './follow-pages.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NotFound } from './not-found.tsx';
import { shopOf } from './page-title.ts';
import type { RouterContext } from './router-context.ts';
import { ServerScript } from './server-script.tsx';
import { NOTE_ADDRESS, Start } from './start.tsx';
import { confirmHydration } from './taken-over.ts';
import { MOTION_SCRIPT } from '../browser/motion.ts';
import { THEME_SCRIPT } from '../browser/theme.ts';

const DESCRIPTION =
  'Real sealed packs of collectible cards. Open them, then sell each card back, keep it, or have it shipped.';

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  head: ({ match }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { name: 'color-scheme', content: 'light dark' },
      { name: 'description', content: DESCRIPTION },
      { property: 'og:site_name', content: shopOf(match.context) },
      { property: 'og:type', content: 'website' },
      { property: 'og:description', content: DESCRIPTION },
    ],
    links: [
      ...match.context.assets.styles.map((href) => ({ rel: 'stylesheet', href })),
      ...[uiFont, displayFont].map((href) => ({
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        crossOrigin: 'anonymous' as const,
        href,
      })),
      iconOf(match.context),
      ...touchIconOf(match.context),
      { rel: 'manifest', href: '/shop.webmanifest' },
      ...DROP_FEEDS,
    ],
  }),
  loader: ({ context }) => loadConfig(context),
  shellComponent: Document,
  component: Page,
  notFoundComponent: NotFound,
  errorComponent: BrokenPage,
});

const DROP_FEEDS = [
  { rel: 'alternate', type: 'application/rss+xml', title: 'Drops', href: '/feeds/drops.xml' },
  { rel: 'alternate', type: 'text/calendar', title: 'Drops', href: '/feeds/drops.ics' },
];

function iconOf(context: RouterContext) {
  const own = knownConfig(context)?.icon;
  return own
    ? { rel: 'icon', type: 'image/png', href: own }
    : { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' };
}

function touchIconOf(context: RouterContext) {
  const href = knownConfig(context)?.touchIcon;
  return href ? [{ rel: 'apple-touch-icon', href }] : [];
}

const LeavingBanner = lazy(async () => ({
  default: (await import('../profile/leaving-banner.tsx')).LeavingBanner,
}));

/** The banner about a scheduled deletion. Its code is loaded only if the user's account will be deleted. */
function LeavingNotice() {
  const me = useVisitor();
  if (!me?.deletionDueAt) return null;
  return (
    <Suspense>
      <LeavingBanner me={me} />
    </Suspense>
  );
}

/** The outermost frame of the page. It is rendered even if the screen or the header fails. */
function Document({ children }: { children: ReactNode }) {
  const config = useConfig();
  const { barColours, themeStyle } = config ?? {};
  writeCurrency(config?.writesCurrency ?? true);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <HeadContent />
        {themeStyle && <style>{themeStyle}</style>}
        <ServerScript
          code={import.meta.env.SSR ? [NOTE_ADDRESS, THEME_SCRIPT, MOTION_SCRIPT].join('\n') : ''}
        />
        {/* These tags can't be head tags of a route, because the router keeps only the last of two tags with the
            same name. */}
        <meta
          name="theme-color"
          media="(prefers-color-scheme: light)"
          content={barColours?.light}
        />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={barColours?.dark} />
      </head>
      <body onDragExit={confirmHydration}>
        {children}
        <Scripts />
        <Start />
      </body>
    </html>
  );
}

/** An operator's announcement. Every page shows it. */
function Notice() {
  const notice = useConfig()?.notice;
  if (!notice) return null;
  return (
    <aside aria-label="Notice" className="bg-brand-soft text-on-brand-soft print:hidden">
      <Written html={notice} className="page py-2 text-center text-small" />
    </aside>
  );
}

function Page() {
  return (
    <>
      <a
        href="#main"
        onClick={skipToContent}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-brand px-4 py-3 text-small font-semibold text-on-brand no-underline focus:translate-y-0"
      >
        Skip to content
      </a>
      <Notice />
      <Header />
      <main id="main" tabIndex={-1} className="flex-1">
        {import.meta.env.DEV && <SampleBanner />}
        <LeavingNotice />
        <Outlet />
      </main>
      <Footer />
      <Toasts />
    </>
  );
}

/** Shown if an error occurs outside the screens, for example in the header. */
function BrokenPage(props: ErrorComponentProps) {
  return (
    <main id="main" tabIndex={-1} className="flex-1">
      <ErrorScreen {...props} />
    </main>
  );
}
