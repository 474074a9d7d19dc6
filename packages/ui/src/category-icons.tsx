import { Icon } from '@redress/ui';
import { CATEGORY_SHAPES } from './icons/category-shapes.ts';

/** The icon of the category Other, which stands in for any that is not known (specification, section 2). */
export const OTHER_ICON = 'circle-ellipsis';

/**
 * The icon of a claim category. Only the wizard's first screen needs these, so they are an entry of their own.
 * @param name - of a shape, as the category data has it
 */
export function CategoryIcon({ name }: { name: string }) {
  const shape = Object.hasOwn(CATEGORY_SHAPES, name) ? CATEGORY_SHAPES[name] : CATEGORY_SHAPES[OTHER_ICON];
  return <Icon size={24} shape={shape ?? ''} />;
}
