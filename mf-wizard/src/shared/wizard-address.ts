import { isPosition, samePosition, type Position, type WizardLayout } from '@redress/domain';

/**
 * The current screen, as the address names it: `/?step=2.1`; the first screen is `/` itself. The path stays `/`,
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

/** The private document of a site whose public one may carry third-party tags (R30). */
const DOCUMENT = 'doc';
const PRIVATE = 'private';
export const isPrivateAddress = (search: string): boolean => new URLSearchParams(search).get(DOCUMENT) === PRIVATE;

const FIRST: Position = { step: 1, subStep: 0 };

interface AddressOptions {
  /** Position in the address, so that a reload in the middle of a change still finds its way back. */
  returnTo?: Position | null;
  /** Names the private document, so that a reload loads it again. */
  isPrivate?: boolean;
}

export function addressOf(position: Position, { returnTo = null, isPrivate = false }: AddressOptions = {}): string {
  const query = new URLSearchParams();
  if (!samePosition(position, FIRST) || returnTo) query.set(STEP, write(position));
  if (returnTo) query.set(RETURN, write(returnTo));
  if (isPrivate) query.set(DOCUMENT, PRIVATE);
  const text = query.toString();
  return text ? `/?${text}` : '/';
}
