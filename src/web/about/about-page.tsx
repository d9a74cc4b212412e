import { createLazyRoute } from '@tanstack/react-router';

export const screen = createLazyRoute('/about')({ component: AboutPage });

function AboutPage() {
  return (
    <div className="page py-12">
      <h1 className="text-h1">About</h1>
    </div>
  );
}
