// Names the seller above the pay button. The lines come from the shop's settings.
import { useConfig } from '../accounts/config.ts';

export function WhoSells() {
  const config = useConfig();
  if (config === undefined || config.sellerLines.length === 0) return null;
  return (
    <p className="mt-4 text-small break-words text-text-2">
      Sold by {[config.name, ...config.sellerLines].join(', ')}.
    </p>
  );
}
