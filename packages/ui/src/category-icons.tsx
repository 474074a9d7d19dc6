import { Icon, type IconProps } from '@redress/ui';
import { CATEGORY_SHAPES } from './icons/category-shapes.ts';

/** The icon of the category Other, which stands in for any that is not known (specification, section 2). */
export const OTHER_ICON = 'circle-ellipsis';

export interface CategoryIconProps extends Omit<IconProps, 'shape'> {
  /** Name of a shape, as the category data has it. */
  name: string;
}

/** The icon of a claim category. Only the wizard's first screen needs these, so they are an entry of their own. */
export function CategoryIcon({ name, size = 32, ...rest }: CategoryIconProps) {
  const shape = Object.hasOwn(CATEGORY_SHAPES, name) ? CATEGORY_SHAPES[name] : CATEGORY_SHAPES[OTHER_ICON];
  return <Icon {...rest} size={size} shape={shape ?? ''} />;
}
