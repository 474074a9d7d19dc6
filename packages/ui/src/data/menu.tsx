import { Button, cx } from '@redress/ui';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { chevronDown } from '../icons/index.ts';
import styles from './menu.module.css';

export interface MenuItem {
  key: string;
  label: ReactNode;
  onPress: () => void;
  danger?: boolean | undefined;
}
export interface MenuProps {
  label: ReactNode;
  items: readonly MenuItem[];
  /** Name for screen readers where the label alone says too little. */
  name?: string | undefined;
}

/** A button that opens a list of actions. Arrow keys, Home, End; Escape and a press outside close it. */
export function Menu({ label, items, name }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  const close = () => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };

  useEffect(() => {
    if (!isOpen) return undefined;
    list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [isOpen]);

  const move = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const target = {
      ArrowDown: all[(at + 1) % all.length],
      ArrowUp: all[(at - 1 + all.length) % all.length],
      Home: all[0],
      End: all.at(-1),
    }[event.key];
    if (target) {
      event.preventDefault();
      target.focus();
    } else if (event.key === 'Escape') {
      event.stopPropagation(); // a dialog around the menu stays
      close();
    } else if (event.key === 'Tab') setOpen(false);
  };

  return (
    <div ref={root} className={styles['root']}>
      <Button
        variant="secondary"
        size="small"
        iconAfter={chevronDown}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={name}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && !isOpen) {
            event.preventDefault();
            setOpen(true);
          }
        }}
      >
        {label}
      </Button>
      {isOpen && (
        <div ref={list} id={id} role="menu" tabIndex={-1} className={styles['list']} onKeyDown={move}>
          {items.map((item) => (
            <button
              key={item.key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={cx(styles['item'], item.danger && styles['danger'])}
              onClick={() => {
                close();
                item.onPress();
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
