import fc from 'fast-check';
import { formatCents } from '../money/cents.ts';
import { aClaim } from '../testing/claims.ts';
import { FEE_FIGURES, feeForm, feePaper, type FeeFigure } from './fee-figures.ts';

const DAYS = { madeOn: '2026-11-28', goneOn: '2026-12-28' };
const at = (incidentState: string) => aClaim({ incidentState });

it('asks in Florida and Texas what their forms ask, each figure once, and nobody where no rule was read', () => {
  for (const [code, groups] of [
    ['FL', 3],
    ['TX', 4],
  ] as const) {
    const form = feeForm(at(code));
    const figures = form?.groups.flatMap((group) => group.figures) ?? [];
    expect([form?.groups.length, new Set(figures).size]).toEqual([groups, figures.length]);
    expect(feeForm({ ...at(code), userType: '2', businessName: 'Diaz LLC' })).toBeNull();
  }
  expect(feeForm(at('AL'))).toBeNull();
});

it('says in Florida how much may come in by the size of a household, at the share that the law names, and what may be owned', () => {
  const says = (code: string) =>
    feeForm(at(code))
      ?.rows.map(([, { value }]) => String(value['says']))
      .join(' ');
  expect(says('FL')).toMatch(
    /guidelines of 2026.*: \$31,920 for 1, \$43,280 for 2, .*\$111,440 for 8, and \$11,360 more for each further person\..*\$2,500/,
  );
  expect(says('TX')).not.toMatch(/guidelines/);
});

it('adds up each part, names the day on which the figures go, and promises nothing', () => {
  const names = Object.keys(FEE_FIGURES) as FeeFigure[];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), fc.integer({ min: 0, max: 1e9 })), (cents) => {
      const data = at('TX');
      const text = JSON.stringify(feePaper(data, { dependents: 1, benefits: ['SSI'], cents }, DAYS)?.blocks);
      for (const { figures } of feeForm(data)?.groups ?? [])
        expect(text).toContain(
          `["Together","${figures.some((name) => name in cents) ? formatCents(figures.reduce((sum, name) => sum + (cents[name] ?? 0), 0)) : ''}"]`,
        );
      const hasIncome = feeForm(data)?.groups[0]?.figures.some((name) => name in cents);
      expect(text.includes('for twelve months: $')).toBe(hasIncome);
      expect(text).toContain('December 28, 2026');
      expect(text).toContain('The court decides');
    }),
    { numRuns: 20 },
  );
});
