import { common } from '@redress/copy/common';
import { Skeleton, VisuallyHidden } from '@redress/ui';
import { ScreenHeading } from './screen-heading.tsx';
import styles from './screen.module.css';

/** A screen whose shape is known while its answers are on their way. */
export function ScreenSkeleton({ title }: { title: string }) {
  return (
    <section className={styles['screen']} aria-busy="true">
      <ScreenHeading title={title} />
      <p role="status">
        <VisuallyHidden>{common.loadingText}</VisuallyHidden>
      </p>
      <Skeleton shape="block" count={3} />
    </section>
  );
}
