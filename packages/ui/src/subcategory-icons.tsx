import { Icon } from '@redress/ui';
import { OTHER_ICON } from './category-icons.tsx';
import { CATEGORY_SHAPES } from './icons/category-shapes.ts';
import { SUBCATEGORY_SHAPES } from './icons/subcategory-shapes.ts';

const shapeOf = (name: string) =>
  [SUBCATEGORY_SHAPES, CATEGORY_SHAPES].find((shapes) => Object.hasOwn(shapes, name))?.[name];

/** The icon of a subcategory: five times as many as categories, loaded with the screen that lists them. */
export function SubcategoryIcon({ name }: { name: string }) {
  return <Icon size={24} shape={shapeOf(name) ?? CATEGORY_SHAPES[OTHER_ICON] ?? ''} />;
}
