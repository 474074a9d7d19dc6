import type { PageData } from '@redress/contracts/releases';
import { guide } from '@redress/copy/guide';
import { help } from '@redress/copy/help';
import { Drawer } from '@redress/ui';
import { createRoot } from 'react-dom/client';
import { REGIONS, region } from '../frame/regions.ts';
import { Topic } from '../pages/help-page.tsx';
import styles from '../pages/help-page.module.css';
import { Person } from '../pages/person-part.tsx';
import { wordsOf } from '../pages/site-words.tsx';
import { topicAt } from './help-topic.ts';

let isOpen = false;

export interface OpenHelp {
  page: Pick<PageData, 'footer'>;
  navigate(path: string): void;
}

/**
 * Help with this step beside the page, which stays as it is: what is typed there is not touched.
 * @param opener - gets the focus back
 */
export function openHelp(opener: HTMLElement, { page, navigate }: OpenHelp): void {
  const topicId = topicAt(location);
  if (!topicId) return navigate('/help');
  // Pressed twice while it was on its way.
  if (isOpen) return;
  isOpen = true;
  const element = document.createElement('div');
  region(REGIONS.overlay).append(element);
  const root = createRoot(element);
  const close = () => {
    isOpen = false;
    removeEventListener('popstate', close);
    root.unmount();
    element.remove();
  };
  // Another page, or another step, has come: the help is about the one before.
  addEventListener('popstate', close);
  // Not every browser gives the focus to a link that is pressed; the panel gives it back to what had it.
  opener.focus();
  const topic = help.topics[topicId];
  const words = wordsOf(page);
  root.render(
    <Drawer open className={styles.drawer} title={topic.heading} onClose={close} closeLabel={help.close}>
      <div className={styles.panel}>
        <Topic topic={topic} />
        {words.when(
          'footer.company_email',
          <section>
            <h3>{guide.person.heading}</h3>
            <Person words={words} />
          </section>,
        )}
        <ul className={styles.links}>
          {/* In a tab of their own: here something may be half typed. */}
          <li>
            <a href={`/help#${topicId}`} target="_blank">
              {help.all}
            </a>
          </li>
          <li>
            <a href="/prices" target="_blank">
              {help.prices}
            </a>
          </li>
        </ul>
        <p className={styles.small}>{help.notLawFirm}</p>
      </div>
    </Drawer>,
  );
}
