import styles from './icon.module.css';
import { cx } from './cx.ts';

interface IconProps {
  /** Path data on a 24 by 24 grid: a name of `@redress/ui/icons`. */
  shape: string;
  /** `16` beside small text, `20` beside text, `24` alone, `32` on a tile; grows with the text of the page. */
  size?: 16 | 20 | 24 | 32 | undefined;
  className?: string | undefined;
}

/** One line icon in the colour of the text around it: decoration, words beside it say what it means. */
export function Icon({ shape, size = 20, className }: IconProps) {
  return (
    <svg
      className={cx(styles['icon'], className)}
      viewBox="0 0 24 24"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      focusable="false"
      aria-hidden
    >
      <path d={shape} />
    </svg>
  );
}
