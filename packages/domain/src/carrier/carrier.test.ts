import fc from 'fast-check';
import { gradeOf } from '@redress/jest-config/reading.ts';
import { envelopeName, fitCarrierName, forEnvelope, mayNameOtherwise } from './carrier-name.ts';
import { explainScan, isScanDetail, SCAN_DETAILS, SCAN_STAGES } from './scan.ts';
import { bareTrackingNumber, formatTrackingNumber, trackingUrl } from './tracking-number.ts';

describe('tracking numbers', () => {
  it('reads a barcode with the routing ZIP in front', () => {
    expect(bareTrackingNumber('420 78701 9400111206206406260787')).toBe('9400111206206406260787');
    expect(bareTrackingNumber('420787011234 9400111206206406260787')).toBe('9400111206206406260787');
  });

  it('is printed in groups of four and links to the carrier', () => {
    expect(formatTrackingNumber('9400111206206406260787')).toBe('9400 1112 0620 6406 2607 87');
    expect(trackingUrl('9400 1112 0620 6406 2607 87')).toBe(
      'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111206206406260787',
    );
    expect(trackingUrl('a&b')).not.toContain('&b');
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
        expect(withoutSpaces([...lines, rest].join(''))).toBe(withoutSpaces(forEnvelope(name)));
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
