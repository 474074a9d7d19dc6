import { controls } from '@redress/copy/controls';
import { IconButton } from '@redress/ui';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { chevronLeft, chevronRight } from '../icons/index.ts';
import styles from './card-slider.module.css';

export interface CardSliderProps {
  label: string;
  items: readonly { key: string; content: ReactNode; label: string }[];
  /** Shown first where only one is seen. */
  initialIndex?: number | undefined;
}

/**
 * Cards side by side at 1280 px and wider, one under the other on phones, between them one a view: swiped by the browser's own scrolling, moved by two
 * buttons and the keyboard, never by dragging alone and never by itself (WCAG 2.5.7, 2.2.2).
 */
export function CardSlider({ label, items, initialIndex = 0 }: CardSliderProps) {
  const track = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(initialIndex);
  /** Width the track had when it was last scrolled on purpose. */
  const width = useRef(0);

  const show = (target: number, behavior: ScrollBehavior) => {
    const element = track.current;
    const card = element?.children[target];
    // Only the track moves: scrolling the card into view would move the page as well.
    if (element && card instanceof HTMLElement) {
      width.current = element.clientWidth;
      element.scrollTo?.({
        left: card.offsetLeft - (parseFloat(getComputedStyle(element).paddingLeft) || 0),
        behavior,
      });
    }
  };

  useLayoutEffect(() => {
    show(initialIndex, 'instant');
  }, [initialIndex]);

  // A turned phone, a resized window: the card that was seen stays the one that is seen.
  const seen = useRef(initialIndex);
  useEffect(() => {
    seen.current = index;
  }, [index]);
  useEffect(() => {
    const keep = () => show(seen.current, 'instant');
    window.addEventListener('resize', keep);
    return () => window.removeEventListener('resize', keep);
  }, []);

  const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
  const go = (target: number) => {
    const next = Math.min(Math.max(target, 0), items.length - 1);
    setIndex(next);
    show(next, isStill() ? 'instant' : 'smooth');
  };

  return (
    <section className={styles['slider']} aria-label={label}>
      <ul
        ref={track}
        className={styles['track']}
        onScroll={(event) => {
          const { scrollLeft, clientWidth } = event.currentTarget;
          // A track that has just become wider or narrower is scrolled by the browser, and set right by `keep`.
          if (clientWidth > 0 && clientWidth === width.current)
            setIndex(Math.min(Math.round(scrollLeft / clientWidth), items.length - 1));
        }}
      >
        {items.map(({ key, content, label: name }) => (
          <li key={key} className={styles['card']} aria-label={name}>
            {content}
          </li>
        ))}
      </ul>
      <div className={styles['controls']}>
        <IconButton
          variant="secondary"
          label={controls.slider.previous}
          icon={chevronLeft}
          disabled={index === 0}
          onClick={() => go(index - 1)}
        />
        <p role="status">{controls.slider.position(index + 1, items.length)}</p>
        <IconButton
          variant="secondary"
          label={controls.slider.next}
          icon={chevronRight}
          disabled={index === items.length - 1}
          onClick={() => go(index + 1)}
        />
      </div>
    </section>
  );
}
