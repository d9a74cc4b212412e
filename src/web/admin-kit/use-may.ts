import type { Endpoint } from '#contract/endpoint.ts';
import { isAdmitted, rightsOf, seesAmounts } from '#domain/access.ts';
import { useVisitor } from '../accounts/visitor.ts';

/** Whether the signed-in user may call an endpoint. Pages show a button or a list only if its endpoint admits them. */
export function useMay({ audience }: Pick<Endpoint, 'audience'>): boolean {
  const me = useVisitor();
  return me ? isAdmitted(rightsOf(me), audience) : false;
}

/** Whether the signed-in user sees amounts of money on pages of the right `packing`. */
export function useSeesAmounts(): boolean {
  const me = useVisitor();
  return me ? seesAmounts(rightsOf(me)) : false;
}
