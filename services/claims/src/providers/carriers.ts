import { AppError } from '@redress/contracts';
import type { CarrierConfig } from '../platform/config.ts';
import { createLobCarrier } from './lob/lob-carrier.ts';
import type { Carrier, Carriers } from './ports/carrier.ts';

export type CarrierAdapters = Readonly<Record<string, (config: CarrierConfig) => Carrier>>;

/** Every carrier there is. A new one is one line here. */
const ADAPTERS: CarrierAdapters = { lob: createLobCarrier };

/** @throws {Error} for a name without an adapter, and without any carrier */
export function openCarriers(configs: readonly CarrierConfig[], more: CarrierAdapters = {}): Carriers {
  const adapters = { ...ADAPTERS, ...more };
  const all = configs.map((config) => {
    const open = adapters[config.name];
    if (!open) throw new Error(`There is no carrier ${config.name}.`);
    return open(config);
  });
  const [current] = all;
  if (!current) throw new Error('No carrier is configured.');
  return {
    current,
    all,
    named(name) {
      const carrier = all.find((one) => one.name === name);
      if (!carrier) throw new AppError('PROVIDER_DOWN', { details: { provider: name, reason: 'not configured' } });
      return carrier;
    },
  };
}
