import { normalPath } from '@redress/contracts/releases';
import type { help } from '@redress/copy/help';

type TopicId = keyof typeof help.topics;

/** Screens of the wizard, by the `step` of its address: the same in both of its layouts. */
const STEPS: Readonly<Record<string, TopicId>> = {
  '1.0': 'claim',
  '1.1': 'claim',
  '1.2': 'amount',
  '1.3': 'account',
  '2.0': 'you',
  '2.1': 'you',
  '3.0': 'them',
  '3.1': 'them',
  '4.0': 'story',
  '4.1': 'calculation',
  '4.2': 'payout',
  '4.3': 'signature',
  '4.4': 'reading',
  '5.0': 'packages',
  '5.1': 'payment',
  '5.2': 'order',
  '6.0': 'letter',
};

const PAGES: Readonly<Record<string, TopicId>> = {
  '/result': 'letter',
  '/login': 'signing',
  '/forgot-password': 'signing',
  '/dashboard': 'dashboard',
  '/completed-sessions': 'dashboard',
  '/demand-letters': 'letters',
  '/court-documents': 'court',
  '/billing': 'orders',
  '/settings': 'settings',
};

/** What a visitor at this address is helped with; null where no step has a part of its own. */
export function topicAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>): TopicId | null {
  if (pathname !== '/') return PAGES[normalPath(pathname)] ?? null;
  const step = new URLSearchParams(search).get('step') ?? '1.0';
  return (Object.hasOwn(STEPS, step) && STEPS[step]) || 'claim';
}
