import { send } from '@redress/api-client/send';
import { offerSecondsLeft } from '@redress/domain';
import { useEffect, useState } from 'react';
import { checkoutEndpoints } from '../../shared/checkout.api.ts';

/** Seconds until the offer's cycle of two hours ends, by the server's clock; null until that is known. */
export function useOfferCountdown(isOn: boolean): number | null {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    if (!isOn) return undefined;
    let aheadMs: number | null = null;
    const asked = new AbortController();
    const tick = () => aheadMs !== null && setSecondsLeft(offerSecondsLeft(Date.now() + aheadMs));
    const timer = setInterval(tick, 1_000);
    const ask = async () => {
      const sentAt = Date.now();
      const result = await send(checkoutEndpoints.serverTime, undefined, asked.signal);
      if ('error' in result) return; // without the server's clock there is no countdown
      // The server answers whole seconds, read between request and answer: the middle of both is assumed.
      const answeredAt = Date.now();
      aheadMs = result.data.server_time * 1_000 + 500 - (sentAt + answeredAt) / 2;
      tick();
    };
    void ask();
    return () => {
      clearInterval(timer);
      asked.abort();
    };
  }, [isOn]);
  return secondsLeft;
}
