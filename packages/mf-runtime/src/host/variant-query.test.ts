import { aBuild, aSnapshot } from '../testing/builds.ts';
import { variantQuery } from './variant-query.ts';

it('names none in a tab that has what everybody has, and says nothing in one of a preview', () => {
  expect(variantQuery(aSnapshot())).toBe('?variant=');
  expect(variantQuery(aSnapshot({ preview: { what: 'snapshot 41' } }))).toBe('');
});

it('names the builds of this tab that roll out, the shell too, and no others', () => {
  const snapshot = aSnapshot({
    variant: ['mf-letters', 'shell'],
    remotes: {
      'mf-letters': { current: aBuild({ buildId: '0000000000b2' }), lastGood: aBuild() },
      'mf-wizard': { current: aBuild({ name: 'mf-wizard' }), lastGood: null },
    },
  });
  expect(variantQuery(snapshot)).toBe('?variant=mf-letters@0000000000b2,shell@0000000000ff');
});
