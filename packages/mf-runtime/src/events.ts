import { getStore } from '@redress/session-store';
import { purchaseMade, type Purchase } from '@redress/session-store/purchase';

/**
 * The event bus as builds from before decision 0107 call it. Only a purchase is passed on: their other events repeat
 * what the tags of the API do. To be removed when no channel can be rolled back to such a build.
 */
export function emit(name: string, detail?: unknown): void {
  if (name === 'purchase') getStore().dispatch(purchaseMade(detail as Purchase));
}
