import { Skeleton } from '../ui/states.tsx';

/** A placeholder that is shown while the form loads. */
export function FormSkeleton() {
  return (
    <div className="mt-6 grid gap-4">
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-13" />
    </div>
  );
}
