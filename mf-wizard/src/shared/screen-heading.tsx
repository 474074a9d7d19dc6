import { common } from '@redress/copy/common';
import { useDocumentTitle } from '@redress/mf-runtime';
import { PageHeading } from '@redress/ui';
import type { ReactNode } from 'react';

interface ScreenHeadingProps {
  title: string;
  hint?: ReactNode;
  /** Something on this screen was refused: the document's title says so first. */
  hasError?: boolean;
}

/** The question of a screen: its one h1, its document title. Focus comes here when the screen appears. */
export function ScreenHeading({ title, hint, hasError = false }: ScreenHeadingProps) {
  useDocumentTitle(hasError ? common.problem.titlePrefix + title : title);
  return (
    <div>
      <PageHeading screen={title} lead={hint}>
        {title}
      </PageHeading>
    </div>
  );
}
