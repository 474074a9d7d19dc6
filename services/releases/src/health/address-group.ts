import { networkOf } from '@redress/server/network-of';

/** Addresses that one person easily has many of: providers hand out IPv6 by /48, a rented machine's neighbours are one /24. */
export const addressGroup = (address: string): string => networkOf(address, { octets: 3, bits: 48 });
