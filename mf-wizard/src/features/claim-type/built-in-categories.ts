import type { Category } from '@redress/contracts';

/**
 * The tiles of the first screen, which is drawn before any server is asked: the same rows as `GET /api/categories.php`
 * answers (a test compares them with the domain's data, whose evidence lists a first visit does not need).
 */
export const BUILT_IN_CATEGORIES: readonly Category[] = [
  ['debt-collection', 'Debt collection', 'banknote', 'Someone owes you money and has not paid.'],
  ['broken-contract', 'Broken contract', 'file-x', 'The other side did not do what a written agreement says.'],
  ['personal-injury', 'Personal injury', 'ambulance', 'You were hurt because of someone else.'],
  ['tenant-landlord', 'Tenant-landlord dispute', 'key-round', 'A dispute over a rented home.'],
  ['stolen-property', 'Stolen property', 'package-x', 'Someone took or kept something that is yours.'],
  ['poor-construction', 'Poor construction', 'hammer', 'Building or home-improvement work was bad or unfinished.'],
  ['product-defect', 'Product defect', 'unplug', 'A product you bought is faulty or unsafe.'],
  ['auto-repair', 'Auto repair', 'wrench', 'A garage overcharged, did poor work or damaged your car.'],
  ['damaged-property', 'Damaged property', 'house-crack', 'Your belongings, car or home were damaged.'],
  ['broken-verbal-promise', 'Broken verbal promise', 'message-circle-x', 'A spoken agreement was not kept.'],
  ['chargeback', 'Chargeback', 'credit-card', 'A card dispute or reversed payment between buyer and seller.'],
  ['other', 'Other', 'circle-ellipsis', 'Your situation is not in the list.'],
].map(([value = '', label = '', icon = '', hint = ''], index) => ({ value, label, icon, order: index + 1, hint }));
