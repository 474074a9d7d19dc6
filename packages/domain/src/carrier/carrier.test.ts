import fc from 'fast-check';
import { gradeOf } from '../testing/claims.ts';
import { envelopeName, fitCarrierName, mayNameOtherwise } from './carrier-name.ts';
import { explainScan, isScanDetail, SCAN_DETAILS, SCAN_STAGES } from './scan.ts';
import {
  bareTrackingNumber,
  certifiedTrackingNumber,
  formatTrackingNumber,
  isTrackingNumber,
  trackingCheckDigit,
  trackingUrl,
} from './tracking-number.ts';

describe('tracking numbers', () => {
  it.each([
    '7112 3456 7891 2345 6787',
    '0307 1790 0005 2348 3741',
    '7196 9010 7560 0307 7385',
    '9400 1112 0620 6406 2607 87',
    '9505 5110 6960 5048 6006 24',
    '9361 2898 7870 0317 6337 95',
  ])('accepts %s', (number) => expect(isTrackingNumber(number)).toBe(true));

  it.each([
    '9407 3000 0000 0000 0000 00',
    '9400 1112 0620 6406 2607 88',
    '1234',
    '',
    'abc',
    '0'.repeat(22),
    '9400111206206406260787 1',
  ])('refuses %p', (number) => expect(isTrackingNumber(number)).toBe(false));

  it('reads a barcode with the routing ZIP in front', () => {
    expect(bareTrackingNumber('420 78701 9400111206206406260787')).toBe('9400111206206406260787');
    expect(isTrackingNumber('420787011234 9400111206206406260787')).toBe(true);
  });

  it('makes numbers that check, one for each serial', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 16n - 1n }), (serial) => {
        const number = certifiedTrackingNumber(serial);
        expect(number).toHaveLength(22);
        expect(isTrackingNumber(number)).toBe(true);
        expect(number.slice(5, 21)).toBe(serial.toString().padStart(16, '0'));
      }),
    );
    expect(() => certifiedTrackingNumber(-1)).toThrow(RangeError);
    expect(() => certifiedTrackingNumber(10n ** 16n)).toThrow(RangeError);
  });

  it('notices every single wrong digit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e15 }),
        fc.integer({ min: 0, max: 21 }),
        fc.integer({ min: 1, max: 9 }),
        (serial, at, by) => {
          const number = certifiedTrackingNumber(serial);
          const wrong = number.slice(0, at) + ((Number(number[at]) + by) % 10) + number.slice(at + 1);
          expect(isTrackingNumber(wrong)).toBe(false);
        },
      ),
    );
  });

  it('is printed in groups of four and links to the carrier', () => {
    expect(formatTrackingNumber('9400111206206406260787')).toBe('9400 1112 0620 6406 2607 87');
    expect(trackingUrl('9400 1112 0620 6406 2607 87')).toBe(
      'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111206206406260787',
    );
    expect(trackingUrl('a&b')).not.toContain('&b');
    expect(() => trackingCheckDigit('12a')).toThrow(RangeError);
  });
});

describe('names on the envelope', () => {
  it('leaves a name that fits', () => {
    expect(fitCarrierName(' Zoë  Đỗ ')).toEqual({ lines: ['Zoë Đỗ'], outcome: 'fits', rest: '' });
  });

  it('splits a long name between words over two lines', () => {
    expect(fitCarrierName('The Northwestern Carpentry and Cabinet Making Company of Portland')).toEqual({
      lines: ['The Northwestern Carpentry and Cabinet', 'Making Company of Portland'],
      outcome: 'split',
      rest: '',
    });
  });

  it('says what cannot be printed', () => {
    const result = fitCarrierName('word '.repeat(30));
    expect(result.outcome).toBe('shortened');
    expect(result.rest).toMatch(/^word( word)*$/);
  });

  it('never changes, loses or halves a letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 150 }), (name) => {
        const { lines, rest, outcome } = fitCarrierName(name);
        const withoutSpaces = (text: string) => text.replace(/\s+/g, '');
        expect(withoutSpaces([...lines, rest].join(''))).toBe(withoutSpaces(name));
        for (const line of lines) {
          expect(line.isWellFormed()).toBe(true);
          expect(line.length <= 40 || [...new Intl.Segmenter().segment(line)].length === 1).toBe(true);
        }
        expect(outcome === 'shortened').toBe(rest !== '');
      }),
    );
  });
});

describe('another form for the envelope', () => {
  const LONG = 'The Northwestern Carpentry and Cabinet Making Company of Portland';
  it.each(['王小明', 'علي حسن', 'नेहा शर्मा', 'สมชาย', 'Юрій Щербак', LONG])(
    'is used for %s when it is given',
    (name) => {
      expect(mayNameOtherwise(name)).toBe(true);
      expect(envelopeName(name, 'Northwestern Carpentry').lines).toEqual(['Northwestern Carpentry']);
      expect(envelopeName(name, ' ').lines.join(' ')).toBe(name);
    },
  );

  it('is not used for a name that the envelope carries as it is', () => {
    expect(mayNameOtherwise('Zoë Đỗ')).toBe(false);
    expect(envelopeName('Zoë Đỗ', 'Zoe').lines).toEqual(['Zoë Đỗ']);
  });
});

describe('scans', () => {
  it('explains every stage and detail in one plain sentence', () => {
    for (const { sentence, nextStep } of [...Object.values(SCAN_DETAILS), ...Object.values(SCAN_STAGES)]) {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(gradeOf([sentence, nextStep].join(' '))).toBeLessThanOrEqual(8);
    }
  });

  it('names a next step wherever the letter is not simply on its way', () => {
    for (const [detail, { state, nextStep }] of Object.entries(SCAN_DETAILS))
      if (!['mailed', 'in_transit'].includes(state) && detail !== 'print_stopped') expect(nextStep).toBeTruthy();
  });

  it('prefers the detail, and the stage where nothing more is said', () => {
    expect(explainScan({ stage: 'issue', detail: 'unclaimed' }).state).toBe('unclaimed');
    expect(explainScan({ stage: 'delivered', detail: null }).state).toBe('delivered');
    expect(explainScan({ stage: 'other', detail: null }).sentence).toContain('news it does not explain');
    expect(['toString', 'package_accepted', 'accepted'].map(isScanDetail)).toEqual([false, false, true]);
  });
});
