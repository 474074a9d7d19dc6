import { isPosition, samePosition, type Position, type WizardLayout } from '@redress/domain';

/**
 * Where somebody is, as the address says it: `/?step=2.1`; the first screen is `/` itself. The path stays `/`,
 * so Back, Forward, reload and a link work without the wizard being more than one page.
 */
const STEP = 'step';
/** Screen to come back to after changing one answer. */
const RETURN = 'return';

const read = (value: string | null, layout: WizardLayout): Position | null => {
  const match = /^([1-9])\.([0-9])$/.exec(value ?? '');
  if (!match) return null;
  const position = { step: Number(match[1]), subStep: Number(match[2]) };
  return isPosition(layout, position) ? position : null;
};

const write = ({ step, subStep }: Position) => `${step}.${subStep}`;

/** @returns `null` when the address names no screen of this layout */
export const positionInAddress = (search: string, layout: WizardLayout): Position | null =>
  read(new URLSearchParams(search).get(STEP), layout);

export const returnInAddress = (search: string, layout: WizardLayout): Position | null =>
  read(new URLSearchParams(search).get(RETURN), layout);

const FIRST: Position = { step: 1, subStep: 0 };

/** @param returnTo - kept in the address, so that a reload in the middle of a change still finds its way back */
export function addressOf(position: Position, returnTo: Position | null = null): string {
  const query = new URLSearchParams();
  if (!samePosition(position, FIRST) || returnTo) query.set(STEP, write(position));
  if (returnTo) query.set(RETURN, write(returnTo));
  const text = query.toString();
  return text ? `/?${text}` : '/';
}
