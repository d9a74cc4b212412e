import { Skeleton } from '../ui/states.tsx';

/** The placeholder for a form that is loading. */
export function FormSkeleton() {
  return (
    <div className="mt-6 grid gap-4">
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-13" />
    </div>
  );
}
