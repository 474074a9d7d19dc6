import { defendantOf } from '../claim/form-data.ts';
import { aClaim } from '../testing/claims.ts';
import { addressParts, composeLetter, joinParts, resentParts } from './index.ts';

const place = { address: '1 Pine St', apt: '', city: 'Waco', state: 'TX', zipcode: '76701' };
const data = aClaim({
  recipients: [
    { name: 'Kern Insurance', ...place },
    { name: 'Cy Poe', ...place },
  ],
});
const letter = composeLetter({ data, state: null, dates: { letterDay: '2026-11-20' } });
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
  expect(copy(2)).toContain('I am not Cy Poe: you have the wrong person');
});

it('sent again changes how it goes and where, and not a word besides', () => {
  const was = defendantOf(data).place;
  const again = (isFirstClass: boolean, to = { was, is: was }) =>
    joinParts(resentParts(letter.parts, { isFirstClass, to })).split('\n');
  const before = letter.text.split('\n').filter((line) => !line.startsWith('cc:'));
  const differs = (lines: readonly string[]) => lines.filter((line) => line !== '' && !before.includes(line));
  expect(differs(again(false))).toEqual([]);
  expect(differs(again(true))).toEqual(['Sent by First-Class Mail']);
  const moved = again(false, { was, is: place });
  expect(differs(moved)).toEqual(['1 Pine St', 'Waco, TX 76701']);
  expect(moved.join()).not.toContain('2 Elm St');
  // An address that was written by hand goes as well; the name stays.
  expect(again(false, { was: { ...was, address: '9 Oak' }, is: place }).join('\n')).toContain(
    "Bo O'Lee\n1 Pine St\nWaco",
  );
});
