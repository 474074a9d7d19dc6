/** The design system every page has: shared by the shell, so only what most screens draw. More stands in entries of its own. */
export { BrandMark, type BrandMarkProps } from './brand-mark.tsx';
export {
  Button,
  IconButton,
  LinkButton,
  TextButton,
  type ButtonProps,
  type IconButtonProps,
  type LinkButtonProps,
} from './button.tsx';
export { cx } from './cx.ts';
export { Dialog, Drawer, type DialogProps } from './dialog.tsx';
export { Disclosure, type DisclosureProps } from './disclosure.tsx';
export { Icon, type IconProps } from './icon.tsx';
export { ButtonRow, Card, Facts, Grid, Row, Stack, type CardProps } from './layout.tsx';
export { LiveRegion, announce, showToast } from './live-region.tsx';
export {
  Badge,
  EmptyState,
  ErrorSummary,
  LoadError,
  Notice,
  toneOf,
  type BadgeProps,
  type EmptyStateProps,
  type ErrorSummaryItem,
  type LoadErrorProps,
  type NoticeProps,
  type Tone,
} from './notice.tsx';
export {
  ProgressBar,
  SaveState,
  Skeleton,
  Spinner,
  StepRail,
  type ProgressBarProps,
  type RailStep,
  type SaveStateProps,
  type SkeletonProps,
  type SpinnerProps,
  type StepRailProps,
} from './progress.tsx';
export { PageHeading, SkipLink, VisuallyHidden, usePageTitle, type PageHeadingProps } from './text.tsx';
export { CheckboxTiles, RadioTiles, type CheckboxTilesProps, type RadioTilesProps, type TileOption } from './tiles.tsx';
