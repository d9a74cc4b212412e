// Asks where the buyer lives, because the tax or the sale depends on it. If the profile has the region, the profile's
// region is used.
import { Link } from '@tanstack/react-router';
import { useRegion } from '../accounts/region.ts';
import { RegionSelect } from '../accounts/region-select.tsx';

export function WhereToLive() {
  const { isOfProfile } = useRegion();
  return (
    <div className="mb-6 rounded-card border border-line bg-surface p-5">
      <h2 className="mb-1 text-h3">Where do you live?</h2>
      <p className="mb-4 text-small text-text-2">
        {isOfProfile ? (
          <>
            Your profile says it. If you have moved, change your address in{' '}
            <Link to="/my-account" className="link font-semibold">
              My account
            </Link>
            .
          </>
        ) : (
          'Whether we sell to you and the tax on your packs can depend on it. It is kept in this browser; an address in My account takes precedence.'
        )}
      </p>
      <RegionSelect labelAt="hidden" className="max-w-80" />
    </div>
  );
}
