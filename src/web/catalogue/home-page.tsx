import { createLazyRoute } from '@tanstack/react-router';

export const screen = createLazyRoute('/')({ component: HomePage });

function HomePage() {
  return (
    <div className="page py-12">
      <h1 className="text-h1">Home</h1>
    </div>
  );
}
