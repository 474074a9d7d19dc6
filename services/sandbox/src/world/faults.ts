/**
 * What can go wrong on demand. `500-after-commit` and `drop-after-commit` do the work and then lose the answer;
 * `garbage` does nothing and answers a page where data was asked for, as a captive portal does;
 * `500-kept` does nothing, and Stripe repeats the 500 to everybody who asks under the same idempotency key.
 */
export const FAULT_KINDS = [
  'timeout',
  '500',
  '429',
  'drop',
  'drop-after-commit',
  '500-after-commit',
  '500-kept',
  'slow',
  'garbage',
  '451',
  '550',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export const SERVICES = ['smtp', 'stripe', 'lob', 'places', 'oidc'] as const;
export type ServiceName = (typeof SERVICES)[number];

export interface Fault {
  id: string;
  service: ServiceName;
  kind: FaultKind;
  /** Part of `METHOD /path?query`, or of a recipient's address for mail; anything when absent. */
  match?: string;
  /** How many more calls it spoils. */
  times: number;
  /** How long `slow` waits, and after how long `timeout` gives up holding the connection. */
  delayMs: number;
}

/** Faults live in memory only: a program that was killed starts into a world in which everything works. */
export function createFaultPlan() {
  let faults: Fault[] = [];
  let count = 0;
  return {
    add(fault: Omit<Fault, 'id'>): Fault {
      count += 1;
      const added = { ...fault, id: `fault_${count}` };
      faults.push(added);
      return added;
    },
    /** The fault this call meets, if any; it is used up by one. */
    take(service: ServiceName, call: string): Fault | undefined {
      const fault = faults.find((each) => each.service === service && (!each.match || call.includes(each.match)));
      if (!fault) return undefined;
      fault.times -= 1;
      faults = faults.filter((each) => each.times > 0);
      return { ...fault };
    },
    list: () => faults.map((fault) => ({ ...fault })),
    clear(): void {
      faults = [];
    },
  };
}
export type FaultPlan = ReturnType<typeof createFaultPlan>;
