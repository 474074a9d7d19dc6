import { shell } from '@redress/copy/shell';
import { REGIONS, region } from '../frame/regions.ts';
import type { Choice } from './choice.ts';
import styles from './consent-bar.module.css';

/** How much of the foot of the screen is covered; style sheets read it (packages/ui/src/tokens.css). */
const COVERED = '--covered-below';

/**
 * The question at the foot of the page. It covers nothing that has focus, takes no focus by itself and blocks nothing;
 * in reading order it stands at the beginning, so that keyboards and screen readers meet it first.
 */
export function createConsentBar(answer: (choice: Choice) => void) {
  let bar: HTMLElement | null = null;
  let returnTo: Element | null = null;
  const { consent } = shell;

  const room = new ResizeObserver(([entry]) => {
    const height = bar && entry ? `${Math.ceil(entry.target.getBoundingClientRect().height)}px` : '';
    // The page can be scrolled clear of the bar, the browser scrolls what has focus clear of it, and what a page keeps at
    // the bottom of the screen stands on it.
    document.documentElement.style.setProperty(COVERED, height);
    document.body.style.paddingBlockEnd = height;
  });

  const hide = () => {
    bar?.remove();
    bar = null;
    room.disconnect();
    document.documentElement.style.removeProperty(COVERED);
    document.body.style.paddingBlockEnd = '';
  };
  const close = () => {
    hide();
    if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus();
    returnTo = null;
  };

  const button = (text: string, choice: Choice, current: Choice | null, byVisitor: boolean) => {
    const element = document.createElement('button');
    element.type = 'button';
    element.textContent = text;
    if (byVisitor && current) element.setAttribute('aria-pressed', String(choice === current));
    element.addEventListener('click', () => {
      close();
      answer(choice);
    });
    return element;
  };

  return {
    /** @param byVisitor - they asked for it: focus goes there, and back where it was when they have answered */
    show(current: Choice | null, byVisitor: boolean) {
      if (bar && !byVisitor) return;
      if (byVisitor && !bar?.contains(document.activeElement)) returnTo = document.activeElement;
      bar?.remove();
      bar = document.createElement('section');
      bar.className = styles['bar'] ?? '';
      bar.setAttribute('aria-labelledby', 'redress-consent-title');
      const words = document.createElement('div');
      words.className = styles['words'] ?? '';
      const title = document.createElement('h2');
      title.id = 'redress-consent-title';
      title.className = styles['title'] ?? '';
      title.tabIndex = -1;
      title.textContent = consent.title;
      const text = document.createElement('p');
      text.textContent = consent.text;
      words.append(title, text);
      const answers = document.createElement('div');
      answers.className = styles['answers'] ?? '';
      answers.append(
        button(consent.refuse, 'refused', current, byVisitor),
        button(consent.accept, 'accepted', current, byVisitor),
      );
      bar.append(words, answers);
      bar.addEventListener('keydown', ({ key }) => {
        // A question that the visitor opened can be closed without a new answer; one that was never answered stays.
        if (key === 'Escape' && byVisitor && current) close();
      });
      // Behind the link that skips to the content.
      region(REGIONS.frame).firstElementChild?.after(bar);
      room.observe(bar);
      if (byVisitor) title.focus();
    },
    hide,
  };
}
