import { DEFAULT_PACKAGES } from '@redress/domain';
import { comparePackages } from './compare-packages.ts';

const offer = (id: string, title: string, ...features: string[]) => ({ id, title, features });

it('tells what each delivered package adds to the one before it', () => {
  const [letter, claims, trial] = comparePackages(
    DEFAULT_PACKAGES.map((each) => ({ ...each, features: [...each.features] })),
  );
  expect(letter).toMatchObject({ before: undefined, shared: [], added: DEFAULT_PACKAGES[0]!.features });
  expect(claims!.before).toBe('Demand Letter');
  expect(claims!.shared).toEqual(letter!.added);
  expect(claims!.added).toEqual(DEFAULT_PACKAGES[1]!.features.slice(1));
  expect(trial!.shared).toEqual([...claims!.shared, ...claims!.added]);
  expect(trial!.added).toEqual([
    'A script for your hearing',
    'The questions you are likely to be asked',
    'A timed rehearsal',
  ]);
});

it('knows a line written in both, a package that was renamed, and one named by its new title', () => {
  const [, plus, best] = comparePackages([
    offer('demand-letter', 'Letter', 'Mail', 'Proof'),
    offer('small-claims', 'Small Claims Plus', 'Everything in Demand Letter', 'Mail', 'Papers'),
    offer('full-trial', 'Full Trial', 'Everything in Small Claims Plus', 'Script'),
  ]);
  expect(plus).toMatchObject({ shared: ['Mail', 'Proof'], added: ['Papers'] });
  expect(best).toMatchObject({ shared: ['Mail', 'Proof', 'Papers'], added: ['Script'] });
});

it('leaves a line as it is that names a package which is not sold, or none before it', () => {
  const lines = comparePackages([
    offer('demand-letter', 'Demand Letter', 'Everything in Full Trial'),
    offer('full-trial', 'Full Trial', 'Everything in Small Claims', 'Script'),
  ]);
  expect(lines.map(({ added }) => added)).toEqual([
    ['Everything in Full Trial'],
    ['Everything in Small Claims', 'Script'],
  ]);
});
