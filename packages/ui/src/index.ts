/** The design system every page has: shared by the shell, so only what most screens draw. More stands in entries of its own. */
export { Button, IconButton, LinkButton, TextButton } from './button.tsx';
export { cx } from './cx.ts';
export { Dialog, Drawer } from './dialog.tsx';
export { Disclosure } from './disclosure.tsx';
export { Icon } from './icon.tsx';
export { ButtonRow, Card, Facts, Stack } from './layout.tsx';
export { Badge, EmptyState, LoadError, Notice, toneOf, type Tone } from './notice.tsx';
export { ProgressBar, SaveState, Skeleton, Spinner, StepRail, type SaveStateProps } from './progress.tsx';
export { PageHeading, VisuallyHidden, visuallyHidden } from './text.tsx';
export { CheckboxTiles, RadioTiles } from './tiles.tsx';
export { announce, showToast } from './toast-store.ts';
