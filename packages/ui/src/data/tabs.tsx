import { cx } from '@redress/ui';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  key: string;
  label: ReactNode;
  content: ReactNode;
}
export interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (key: string) => void;
}

/** One of several views of the same thing. Arrow keys, Home and End move between tabs and open them. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = Math.max(
    0,
    tabs.findIndex(({ key }) => key === selected),
  );

  // The row scrolls by itself where it is too long: whichever way a tab was chosen, it is in sight.
  useEffect(() => {
    const row = list.current;
    const tab = row?.children[current];
    if (!row || !tab) return;
    const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
    row.scrollLeft +=
      Math.floor(Math.min(0, inner.left - outer.left)) + Math.ceil(Math.max(0, inner.right - outer.right));
  }, [current]);

  const move = (event: KeyboardEvent) => {
    const target = {
      ArrowRight: (current + 1) % tabs.length,
      ArrowLeft: (current - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const tab = target === undefined ? undefined : tabs[target];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[target as number]?.focus();
  };

  return (
    <div>
      <div ref={list} className={styles['list']} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.key}`}
            aria-selected={index === current}
            aria-controls={`${id}-panel-${tab.key}`}
            tabIndex={index === current ? 0 : -1}
            className={cx(styles['tab'], index === current && styles['selected'])}
            onClick={() => onSelect(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.key}
          role="tabpanel"
          id={`${id}-panel-${tab.key}`}
          aria-labelledby={`${id}-tab-${tab.key}`}
          hidden={index !== current}
          className={styles['panel']}
        >
          {index === current && tab.content}
        </div>
      ))}
    </div>
  );
}
