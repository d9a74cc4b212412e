// The pages with terms, privacy, refunds and shipping, as an operator published them. Earlier versions can still be
// read, because users have accepted them.
import type { ShownLegalText } from '#contract/storefront-texts.ts';
import { legalKeyOf, type LegalKey } from '#domain/consent.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useLegalText } from './legal.ts';
import { formatMoment } from '../ui/moments.ts';
import { Banner } from '../ui/states.tsx';
import { Written } from '../ui/written.tsx';

export const screen = createLazyRoute('/legal/$text')({ component: LegalPage });

function LegalPage() {
  const key = legalKeyOf(screen.useParams().text);
  const { version } = screen.useSearch();
  // The key is never null, because the route accepts no other names.
  return key === null ? null : <Text name={key} version={version} />;
}

function Text({ name: key, version }: { name: LegalKey; version: number | undefined }) {
  const text = useLegalText(key, version);
  if (text === undefined) return null;
  const { title, html, sections, versions } = text;
  const newest = versions[0]?.version;
  return (
    <div className="page max-w-[920px] pt-9 pb-16">
      <h1 tabIndex={-1} className="text-[30px] leading-[1.08] md:text-h1">
        {title}
      </h1>
      <p className="mt-3 text-small text-text-2">
        Version {text.version}, {formatMoment(text.madeAt)}
      </p>
      {text.version !== newest && (
        <div className="mt-5">
          <Banner tone="warn">
            This version is no longer in force.{' '}
            <Link to="/legal/$text" params={{ text: key }} className="link">
              Read the current one
            </Link>
          </Banner>
        </div>
      )}
      <div className="mt-7 grid max-w-[65ch] gap-7">
        <Written html={html} />
        {sections.map((section) => (
          <section key={section.title}>
            <h2 className="mb-2 text-h3">{section.title}</h2>
            <Written html={section.html} className="text-text-2" />
          </section>
        ))}
      </div>
      {versions.length > 1 && <Versions text={text} />}
    </div>
  );
}

function Versions({ text: { key, version: shown, versions } }: { text: ShownLegalText }) {
  return (
    <section aria-labelledby="versions" className="mt-12 border-t border-line pt-6">
      <h2 id="versions" className="text-h3">
        Versions
      </h2>
      <ul className="mt-3 grid gap-1 text-small">
        {versions.map(({ version, madeAt }, at) => (
          <li key={version}>
            <Link
              to="/legal/$text"
              params={{ text: key }}
              search={at === 0 ? {} : { version }}
              aria-current={version === shown ? 'page' : undefined}
              className="link inline-flex min-h-11 items-center md:min-h-6"
            >
              Version {version}
            </Link>{' '}
            <span className="text-text-2">{formatMoment(madeAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
