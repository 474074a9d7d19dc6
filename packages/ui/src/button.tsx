import { useState, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './progress.tsx';

interface Look {
  /** `primary` once a screen; `danger` for what cannot be taken back. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  /** `small` is still 44 px high: smaller is hard to hit. */
  size?: 'normal' | 'small' | undefined;
  /** As wide as its place. */
  wide?: boolean | undefined;
  /** Path data from `@redress/ui/icons`, before the words. */
  icon?: string | undefined;
  iconAfter?: string | undefined;
}

const look = ({ variant = 'primary', size = 'normal', wide }: Look, className: string | undefined) =>
  cx(styles['button'], styles[variant], size === 'small' && styles['small'], wide && styles['wide'], className);

export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'style' | 'onClick'> {
  /** Until the promise it answers has settled the button is busy: a double tap has one effect. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
  /** Working: stays in place and focusable, is not pressed twice, and says so. */
  busy?: boolean | undefined;
  /** What it reads while busy; its usual words when missing. */
  busyText?: ReactNode;
}

/** A button that does something. A submit button only with `type`. */
export function Button({
  variant,
  size,
  wide,
  icon,
  iconAfter,
  busy: isToldBusy = false,
  busyText,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const [isAtWork, setAtWork] = useState(false);
  const busy = isToldBusy || isAtWork;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // `disabled` would throw focus away; a busy submit button must not send again either.
    if (busy) return event.preventDefault();
    const work = onClick?.(event);
    if (!(work instanceof Promise)) return;
    setAtWork(true);
    const done = () => setAtWork(false);
    work.then(done, done);
  };
  return (
    <button
      {...rest}
      type={type}
      className={look({ variant, size, wide }, className)}
      onClick={press}
      {...(busy ? { 'aria-disabled': true, 'data-busy': '' } : {})}
    >
      {busy ? <Spinner size={20} /> : icon && <Icon shape={icon} />}
      {busy ? (busyText ?? children) : children}
      {iconAfter && !busy && <Icon shape={iconAfter} />}
    </button>
  );
}

export interface LinkButtonProps extends Look, Omit<ComponentProps<'a'>, 'style'> {
  href: string;
}

/** A link that looks like a button: it goes somewhere. */
export function LinkButton({ variant, size, wide, icon, iconAfter, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={look({ variant, size, wide }, className)}>
      {icon && <Icon shape={icon} />}
      {children}
      {iconAfter && <Icon shape={iconAfter} />}
    </a>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'iconAfter' | 'wide' | 'busyText'> {
  /** Its name, for screen readers and as a tooltip. */
  label: string;
  icon: string;
}

/** A button with an icon alone; its name is always there. */
export function IconButton({ label, icon, variant = 'quiet', busy = false, className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      busy={busy}
      aria-label={label}
      title={label}
      className={cx(styles['iconOnly'], className)}
    >
      {!busy && <Icon shape={icon} size={24} />}
    </Button>
  );
}

/** A button that reads as a link inside text. */
export function TextButton({ className, type = 'button', ...rest }: Omit<ComponentProps<'button'>, 'style'>) {
  return <button {...rest} type={type} className={cx(styles['text'], className)} />;
}
