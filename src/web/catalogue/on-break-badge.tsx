import { Badge } from '../ui/badge.tsx';

/** Says in a list why a pack has no buy button. The pack's page says more. */
export function OnBreakBadge({ className }: { className?: string }) {
  return (
    <Badge tone="outline" {...(className !== undefined && { className })}>
      On a break
    </Badge>
  );
}
