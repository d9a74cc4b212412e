import type { Endpoint } from '#contract/endpoint.ts';
import type { ReactNode } from 'react';
import { useMay } from './use-may.ts';

/** Shows its children to users who may call the endpoint, such as a link to the page of this endpoint. */
export function WhenMay({
  call,
  children,
}: {
  call: Pick<Endpoint, 'audience'>;
  children: ReactNode;
}) {
  return useMay(call) ? children : null;
}
