// Links to the shop's legal texts. Each link opens in a new tab, so that the form on this page keeps its input.
import { LEGAL_TITLES, type Consent } from '#domain/consent.ts';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';

/** Lists the links as a text: "Terms, Privacy and Refunds and returns". */
export function LegalLinks({ texts }: { texts: Pick<Consent, 'text'>[] }) {
  return texts.map(({ text }, at) => (
    <Fragment key={text}>
      {at > 0 && (at === texts.length - 1 ? ' and ' : ', ')}
      <Link
        to="/legal/$text"
        params={{ text }}
        target="_blank"
        className="link"
        aria-label={`${LEGAL_TITLES[text]}, opens in a new tab`}
      >
        {LEGAL_TITLES[text]}
      </Link>
    </Fragment>
  ));
}
