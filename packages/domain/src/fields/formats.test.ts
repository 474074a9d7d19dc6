import { isId24, zipInAddress } from './formats.ts';

it('accepts ids of 24 hex characters', () => {
  expect(isId24('0123456789abcdef01234567')).toBe(true);
  expect(isId24('0123456789ABCDEF01234567')).toBe(false);
  expect(isId24('../../etc/passwd00000000')).toBe(false);
  expect(isId24(7)).toBe(false);
});

it('finds the ZIP of a formatted address, not its house number', () => {
  expect(zipInAddress('12345 Main St, Austin, TX 78701, USA')).toBe('78701');
  expect(zipInAddress('1 Main St, Boston, MA 02134-1234, USA')).toBe('02134');
  expect(zipInAddress('24 Sussex Dr, Ottawa, ON K1M 1M4, Canada')).toBe('K1M 1M4');
  expect(zipInAddress('10 Downing St, London SW1A 2AA, UK')).toBe('SW1A 2AA');
  expect(zipInAddress('Main St, Austin, TX')).toBeNull();
});
