import { createLazyRoute } from '@tanstack/react-router';

export const screen = createLazyRoute('/packs')({ component: PacksPage });

function PacksPage() {
  return (
    <div className="page py-12">
      <h1 className="text-h1">Packs</h1>
    </div>
  );
}
