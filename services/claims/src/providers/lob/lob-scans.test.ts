import { SCAN_DETAILS, SCAN_STAGES } from '@redress/domain';
import names from './lob-scans.json' with { type: 'json' };
import { scanOf } from './lob-scans.ts';

const time = '2026-11-02T10:00:00Z';
const read = (name: string | null, event?: string, description?: string) =>
  scanOf({ name, time, location: '78701', ...(event ? { details: { event, description } } : {}) })[0];
const NAMES = [
  'Mailed', 'In Transit', 'In Local Area', 'Processed for Delivery', 'Pickup Available', 'Delivered', 'Re-Routed', 'Returned to Sender', 'Issue',
]; // prettier-ignore

it('gives each certified event a stage of its own, however it is described', () => {
  expect(NAMES.map((name) => read(name, 'notice_left')?.stage)).toEqual([
    'mailed', 'in_transit', 'in_local_area', 'out_for_delivery', 'pickup_available', 'delivered', 're_routed', 'returned', 'issue',
  ]); // prettier-ignore
  expect(read('Mailed', 'package_accepted')).toEqual({
    ...{ stage: 'mailed', detail: 'accepted', place: '78701', at: new Date(time) },
  });
});

it('names only stages and details that there are', () => {
  expect(Object.keys(SCAN_STAGES)).toEqual(expect.arrayContaining(Object.values(names.stages)));
  expect(Object.keys(SCAN_DETAILS)).toEqual(expect.arrayContaining(Object.values(names.details)));
});

it('tells an unknown event by its detail, and says no more than the carrier does', () => {
  expect(read('brand new', 'delivered')).toMatchObject({ stage: 'delivered', detail: 'delivered' });
  expect(read('brand new', 'package_unclaimed')).toMatchObject({ stage: 'issue', detail: 'unclaimed' });
  expect(read('Delivered', 'other')).toMatchObject({ stage: 'delivered', detail: null });
  expect(read('toString', 'constructor')).toMatchObject({ stage: 'other', detail: null });
  expect(read(null)).toMatchObject({ stage: 'other', detail: null });
  expect(scanOf({ name: 'Mailed', time: 'soon' })).toEqual([]);
});

it('recognises a refusal by the description of a letter that comes back', () => {
  expect(read('Issue', 'package_undeliverable', 'Package was refused by the addressee.')?.detail).toBe('refused');
  expect(read('Returned to Sender', 'returned_to_sender', 'Refused by recipient')?.detail).toBe('refused');
  expect(read('Delivered', 'delivered', 'not refused')?.detail).toBe('delivered');
});
