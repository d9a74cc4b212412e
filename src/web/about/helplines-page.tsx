// The public page that lists helplines by place, and says how a user can limit or stop purchases in this shop.
import { HELPLINES } from '#domain/helplines.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { placeName } from '../accounts/countries.ts';
import { Part } from '../ui/part.tsx';

export const screen = createLazyRoute('/helplines')({ component: HelplinesPage });

function HelplinesPage() {
  return (
    <div className="page max-w-[920px] pt-9 pb-16">
      <h1 tabIndex={-1} className="text-[30px] leading-[1.08] md:text-h1">
        Somebody to talk to
      </h1>
      <p className="mt-3 max-w-[60ch] text-text-2">
        Opening packs can become more than a hobby. These lines are free and confidential, and have
        nothing to do with us.
      </p>
      <Part id="lines" title="Helplines">
        <dl className="border-t border-line">
          {HELPLINES.map(({ region, name, phone }) => (
            <div
              key={phone}
              className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5 text-small"
            >
              <dt className="text-text-2">
                {placeName(region)}: {name}
              </dt>
              <dd>
                <a href={`tel:${phone.replaceAll(/[^\d]/g, '')}`} className="link hit-44">
                  {phone}
                </a>
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-small text-text-2">
          Your place is not listed? Your doctor or your health service knows whom to call.
        </p>
      </Part>
      <Part id="here" title="What you can do here">
        <p>
          In{' '}
          <Link to="/my-account" hash="limits" className="link hit-44">
            My account
          </Link>{' '}
          you can limit what you spend in a day, a week or a month, and how many packs you open. You
          can also ask us to sell you nothing for a day, a week, a month, 6 months, a year, 5 years,
          or ever again. Nobody can end that early. What you own stays yours.
        </p>
      </Part>
    </div>
  );
}
