import { common } from '@redress/copy/common';
import { Fragment } from 'react';
import { cx } from './cx.ts';
import { check, cloudOff } from './icons/core.ts';
import { Icon } from './icon.tsx';
import styles from './progress.module.css';
import { VisuallyHidden } from './text.tsx';

export interface SpinnerProps {
  size?: 20 | 32 | undefined;
}

/** For work of unknown shape, beside words; where the shape is known, `Skeleton`. */
export function Spinner({ size = 32 }: SpinnerProps) {
  return (
    <span className={styles['spinner']}>
      <svg
        viewBox="0 0 24 24"
        width={`${size / 16}rem`}
        height={`${size / 16}rem`}
        aria-hidden="true"
        focusable="false"
      >
        <circle className={styles['track']} cx="12" cy="12" r="9" />
        <path className={styles['arc']} d="M12 3a9 9 0 0 1 9 9" />
      </svg>
    </span>
  );
}

export interface SkeletonProps {
  /** `line` of text, `heading`, `block` for a card or picture. */
  shape?: 'line' | 'heading' | 'block' | undefined;
  /** How many, one under the other. */
  count?: number | undefined;
  className?: string | undefined;
}

/** The shape of what is coming. Put `aria-busy` on what holds it. */
export function Skeleton({ shape = 'line', count = 1, className }: SkeletonProps) {
  return (
    <span className={styles['skeletons']} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={cx(styles['skeleton'], styles[shape], className)} />
      ))}
    </span>
  );
}

export interface ProgressBarProps {
  /** Named for screen readers. */
  label: string;
  value: number;
  max?: number | undefined;
  /** Said instead of the percentage: "Step 2 of 6". */
  valueText?: string | undefined;
  thin?: boolean | undefined;
  /** Cuts the bar into equal parts, one for each whole of `max`, with their names below where there is room. */
  segments?: readonly string[] | undefined;
}

/** How far along. A native element drawn by its own parts, so no width is written into the page. */
export function ProgressBar({ label, value, max = 100, valueText, thin, segments }: ProgressBarProps) {
  const known = Math.min(Math.max(value, 0), max);
  const bar = (
    <progress
      className={cx(styles['bar'], thin && styles['thin'])}
      aria-label={label}
      value={known}
      max={max}
      {...(valueText ? { 'aria-valuetext': valueText } : {})}
    />
  );
  if (!segments) return bar;
  return (
    <div className={styles['cut']}>
      {bar}
      {/* The bar says its value in words. */}
      <ol aria-hidden="true">
        {segments.map((name, index) => (
          <li key={name} data-now={index === Math.floor(known) ? '' : undefined}>
            {name}
          </li>
        ))}
      </ol>
    </div>
  );
}

export interface RailStep {
  /** From 1. */
  number: number;
  name: string;
}
export interface StepRailProps {
  steps: readonly RailStep[];
  current: number;
  /** The furthest step the answers allow; later ones cannot be pressed. */
  furthest: number;
  onGo: (step: number) => void;
  label: string;
  /** Said for steps that cannot be opened yet. */
  notYetText?: string | undefined;
  doneText?: string | undefined;
}

/** The names of the steps, clickable as far as the answers allow. */
export function StepRail({ steps, current, furthest, onGo, label, notYetText, doneText }: StepRailProps) {
  return (
    <nav className={styles['rail']} aria-label={label}>
      <ol>
        {steps.map(({ number, name }) => {
          const isCurrent = number === current;
          const isDone = number < furthest && !isCurrent;
          const canOpen = number <= furthest;
          return (
            <li key={number}>
              <button
                type="button"
                className={cx(styles['step'], isCurrent && styles['current'], isDone && styles['done'])}
                aria-current={isCurrent ? 'step' : undefined}
                aria-disabled={canOpen ? undefined : true}
                title={canOpen ? undefined : notYetText}
                onClick={() => canOpen && !isCurrent && onGo(number)}
              >
                <span className={styles['mark']} aria-hidden="true">
                  {isDone ? <Icon shape={check} size={16} /> : number}
                </span>
                <span>{name}</span>
                {isDone && doneText && <VisuallyHidden>{` (${doneText})`}</VisuallyHidden>}
                {!canOpen && notYetText && <VisuallyHidden>{` (${notYetText})`}</VisuallyHidden>}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

export interface SaveStateProps {
  status: 'idle' | 'saving' | 'saved' | 'failed' | 'offline';
  /** What it reads: a sentence of `@redress/copy/wizard`, true at this moment. */
  text: string;
  /** What is seen of it on a phone, beside the progress. */
  shortText?: string | undefined;
  /** Offers to save now, when saving failed. */
  onRetry?: (() => void) | undefined;
  retryText?: string | undefined;
}

/** Whether the answers are safe, in words. Said politely, and only when what it says changes. */
export function SaveState({ status, text, shortText, onRetry, retryText }: SaveStateProps) {
  const isTrouble = status === 'failed' || status === 'offline';
  return (
    <p className={cx(styles['save'], isTrouble && styles['trouble'])}>
      {status === 'saved' && <Icon shape={check} size={16} />}
      {isTrouble && <Icon shape={cloudOff} size={16} />}
      <span role="status" className={cx(shortText && styles['long'])}>
        {text}
      </span>
      {shortText && (
        <span className={styles['short']} aria-hidden="true">
          {shortText}
        </span>
      )}
      {status === 'failed' && onRetry && (
        <Fragment>
          {' '}
          <button type="button" className={styles['retry']} onClick={onRetry}>
            {retryText ?? common.actions.tryAgain}
          </button>
        </Fragment>
      )}
    </p>
  );
}
