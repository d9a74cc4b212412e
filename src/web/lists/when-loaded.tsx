import type { ReactNode } from 'react';
import { messageOf } from '../api/messages.ts';
import { ErrorState, Loading, Skeleton } from '../ui/states.tsx';

export type Asked<Data = unknown> = {
  data: Data | undefined;
  isError: boolean;
  error: Error | null;
  refetch: () => unknown;
};

type WhenLoadedProps<Data> = {
  list: Asked<Data>;
  /** The name of the data, such as "orders". */
  what: string;
  /** What to show while the data loads. */
  loading?: ReactNode;
  /** The heading that is shown if loading fails. */
  failed?: string;
  children: (data: Data) => ReactNode;
};

/** Shows the data when it is loaded. Before that, says that it is loading or why loading failed. */
export function WhenLoaded<Data>({
  list,
  what,
  loading = (
    <Loading text={`Loading the ${what}…`}>
      <Skeleton className="mt-6 h-80" />
    </Loading>
  ),
  failed = `Failed to load the ${what}`,
  children,
}: WhenLoadedProps<Data>) {
  if (list.data) return children(list.data);
  if (!list.isError) return loading;
  return (
    <ErrorState title={failed} text={messageOf(list.error)} onRetry={() => void list.refetch()} />
  );
}
