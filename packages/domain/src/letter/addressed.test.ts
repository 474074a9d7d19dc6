import { aClaim } from '../testing/claims.ts';
import { addressParts, composeLetter, joinParts } from './index.ts';

const place = { address: '1 Pine St', apt: '', city: 'Waco', state: 'TX', zipcode: '76701' };
const letter = composeLetter({
  data: aClaim({
    recipients: [
      { name: 'Kern Insurance', ...place },
      { name: 'Cy Poe', ...place },
    ],
  }),
  state: null,
  dates: { letterDay: '2026-11-20' },
});
const names = ["Bo O'Lee", 'Kern Insurance', 'Cy Poe'];
const copy = (no: number) => joinParts(addressParts(letter.parts, { names, no, place }));

it('leaves the letter to the defendant as it was approved', () => {
  expect(copy(0)).toBe(letter.text);
  expect(letter.text).toContain('cc: Kern Insurance; Cy Poe');
});

it('gives each copy its own address block and names the others', () => {
  expect(copy(1)).toContain('Kern Insurance\n1 Pine St\nWaco, TX 76701');
  expect(copy(1)).toContain("cc: Bo O'Lee; Cy Poe");
  expect(copy(1)).not.toContain('2 Elm St');
  expect(copy(2)).toContain("cc: Bo O'Lee; Kern Insurance");
});
