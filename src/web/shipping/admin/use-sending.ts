// Sends many parcels, a few in each call. If it stops, the next press continues, and no label is bought twice.
import { sendParcels } from '#contract/shipping-labels.ts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAct } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { shortId } from './shipping-words.ts';

/**
 * The number of parcels in a call. It is small, so that the operator sees progress and no call takes longer than a
 * browser waits.
 */
const PER_CALL = 10;

export function useSending(onDone: (sent: string[], failures: string[]) => void) {
  const [done, setDone] = useState(0);
  const sending = useAct([sendParcels], async (ids: string[]) => {
    const sent: string[] = [];
    const failures: string[] = [];
    for (let from = 0; from < ids.length; from += PER_CALL) {
      setDone(from);
      const some = ids.slice(from, from + PER_CALL);
      try {
        for (const { id, error } of (await call(sendParcels, { ids: some })).results) {
          if (error === null) sent.push(id);
          else failures.push(`${shortId(id)}: ${error.message}`);
        }
      } catch (error) {
        failures.push(`${some.map(shortId).join(', ')}: ${messageOf(error)}`);
      }
    }
    return { sent, failures };
  });
  return {
    done,
    isPending: sending.isPending,
    send: (ids: string[]) => {
      setDone(0);
      sending.mutate(ids, { onSuccess: ({ sent, failures }) => onDone(sent, failures) });
    },
  };
}
