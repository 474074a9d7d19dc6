import { wizardLayouts } from '@redress/domain';
import { addressOf, isPrivateAddress, positionInAddress, returnInAddress } from './wizard-address.ts';

it('reads back every screen it writes, and the first is the bare path', () => {
  for (const { number: step, subSteps } of wizardLayouts.A.steps) {
    for (const subStep of subSteps.keys()) {
      const search = addressOf({ step, subStep }).slice(1);
      expect(positionInAddress(search, wizardLayouts.A) ?? { step: 1, subStep: 0 }).toEqual({ step, subStep });
    }
  }
  expect(addressOf({ step: 1, subStep: 0 })).toBe('/');
});

it('keeps the way back from a change', () => {
  const search = addressOf({ step: 1, subStep: 0 }, { returnTo: { step: 4, subStep: 4 } }).slice(1);
  expect(positionInAddress(search, wizardLayouts.A)).toEqual({ step: 1, subStep: 0 });
  expect(returnInAddress(search, wizardLayouts.A)).toEqual({ step: 4, subStep: 4 });
});

it('names the private document until the claim is left', () => {
  expect(isPrivateAddress(addressOf({ step: 1, subStep: 0 }, { isPrivate: true }).slice(1))).toBe(true);
  expect(isPrivateAddress(addressOf({ step: 2, subStep: 1 }).slice(1))).toBe(false);
});

it.each(['?step=9.9', '?step=2.7', '?step=2', '?step=-1.0', '?step=2.1.1', '?step=', '?other=1'])(
  'finds no screen in %s',
  (search) => expect(positionInAddress(search, wizardLayouts.A)).toBeNull(),
);

it('finds no sixth step in reading B', () => {
  expect(positionInAddress('?step=6.0', wizardLayouts.B)).toBeNull();
});
