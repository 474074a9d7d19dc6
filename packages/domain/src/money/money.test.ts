import fc from 'fast-check';
import { amountCents, formatAmount } from './amount.ts';
import { dollarsToCents, formatCents, multiplyCents, percentOfCents, simpleInterestCents } from './cents.ts';

describe('amount', () => {
  it('is read exactly as typed', () => {
    expect(amountCents('1250.5')).toBe(125050);
    expect(amountCents(1250.5)).toBe(125050);
    expect(amountCents('1250.')).toBe(125000);
    expect(amountCents(' 8000.07 ')).toBe(800007);
  });

  it('keeps every cent of every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 25000, max: 2500000 }), (cents) => {
        const typed = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(amountCents(typed)).toBe(cents);
      }),
    );
  });

  it.each(['1,000', '-300', '1e3', '300.123', '3.0.0', 'abc', '$300', '٣٠٠', '.5'])('refuses %s', (typed) => {
    expect(amountCents(typed)).toBeNull();
  });

  it.each([null, undefined, '', '  '])('reads no amount where there is none (%p)', (typed) => {
    expect(amountCents(typed)).toBeNull();
  });

  it('is shown with two decimals, or $0.00', () => {
    expect(formatAmount('1250.5')).toBe('$1,250.50');
    expect(formatAmount('')).toBe('$0.00');
  });
});

describe('cents', () => {
  it('rounds half up exactly where floats would not', () => {
    expect(multiplyCents(3900, 0.06875)).toBe(268); // 268.125
    expect(multiplyCents(200, 0.0725)).toBe(15); // 14.5
    expect(multiplyCents(1000, 0.0005)).toBe(1); // 0.5
    expect(multiplyCents(101, 1.005)).toBe(102); // 101.505
    expect(dollarsToCents(1.005)).toBe(101);
    expect(dollarsToCents(6.99)).toBe(699);
    expect(percentOfCents(3900, 12.5)).toBe(488); // 487.5
  });

  it('reads a rate in exponent form', () => {
    expect(multiplyCents(100_000_000, 5e-7)).toBe(50);
  });

  it('is within half a cent of the true product', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 0, max: 100_000 }), (cents, rate) => {
        const product = (BigInt(cents) * BigInt(rate) * 2n) as bigint;
        const twice = BigInt(multiplyCents(cents, rate / 100_000)) * 2n * 100_000n;
        const difference = twice - product;
        expect(difference > -100_000n && difference <= 100_000n).toBe(true);
      }),
    );
  });

  it('writes thousands, cents and minus', () => {
    expect(formatCents(2_500_000)).toBe('$25,000.00');
    expect(formatCents(123_456_789_01)).toBe('$123,456,789.01');
    expect(formatCents(-500)).toBe('-$5.00');
    expect(formatCents(7)).toBe('$0.07');
  });

  it('calculates simple interest by days of a 365-day year', () => {
    expect(simpleInterestCents(100_000, 0.1, 365)).toBe(10_000);
    expect(simpleInterestCents(100_000, 0.1, 36)).toBe(986);
    expect(simpleInterestCents(100_000, 0.1, 0)).toBe(0);
  });

  it('refuses parts of a cent', () => {
    expect(() => multiplyCents(1.5, 0.1)).toThrow(RangeError);
    expect(() => formatCents(NaN)).toThrow(RangeError);
  });
});
