import { createLazyRoute } from '@tanstack/react-router';

export const screen = createLazyRoute('/pack/$packId')({ component: PackPage });

function PackPage() {
  return (
    <div className="page py-12">
      <h1 className="text-h1">Pack</h1>
    </div>
  );
}
