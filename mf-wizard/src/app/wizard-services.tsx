import type { Position, WizardLayout } from '@redress/domain';
import { selectFormData, selectWizard, useAppSelector } from '@redress/session-store';
import { useEffect, useMemo, useRef } from 'react';
import { useClaimDraft, type DraftState } from '../features/draft/use-claim-draft.ts';
import type { CategoryList } from '../shared/category-list.ts';
import type { Draft } from '../shared/draft-context.ts';
import { firstIncomplete } from '../shared/screen-checks.ts';
import { wasRefused } from '../shared/was-refused.ts';
import { useCategoriesQuery, useSubcategoriesQuery } from '../shared/wizard.api.ts';
import { localToday } from '../shared/local-today.ts';
import { useWizardSettings } from '../shared/wizard-settings.ts';
import { useFetchAhead } from './use-fetch-ahead.ts';

export interface Lists extends CategoryList {
  /** How many subcategories the chosen category offers; `null` while it is not known. */
  subcategoryCount: number | null;
}

export interface Services {
  draft: DraftState;
  lists: Lists;
  firstIncomplete(end: Position): Position | null;
  forScreens: Draft;
}

interface WizardServicesProps {
  layout: WizardLayout;
  wanted: Position | null;
  onChange(services: Services): void;
}

function useLists(): Lists {
  const { situation } = useAppSelector(selectFormData);
  const { data, error, isFetching, refetch } = useCategoriesQuery();
  const { currentData } = useSubcategoriesQuery({ parent_id: situation ?? '' }, { skip: !situation });
  const subcategoryCount = situation && currentData ? currentData.data.length : null;
  return useMemo(
    () => ({
      categories: data?.data ?? null,
      categoriesProblem: error
        ? { wasRefused: wasRefused(error), isBusy: isFetching, retry: () => void refetch() }
        : null,
      subcategoryCount,
    }),
    [data, error, isFetching, refetch, subcategoryCount],
  );
}

/** The draft, the lists and the checks behind the page. Renders nothing: it passes them to the page. */
export function WizardServices({ layout, wanted, onChange }: WizardServicesProps): null {
  const { range } = useWizardSettings();
  const draft = useClaimDraft({ layout, range, wanted });
  const lists = useLists();
  useFetchAhead(layout, useAppSelector(selectWizard));
  const data = useAppSelector(selectFormData);
  const latest = useRef({ data, lists });
  useEffect(() => {
    latest.current = { data, lists };
  });

  const services = useMemo<Services>(
    () => ({
      draft,
      lists,
      firstIncomplete(end) {
        const { data: answers, lists: known } = latest.current;
        const hasSubcategories = known.subcategoryCount === null ? null : known.subcategoryCount > 0;
        return firstIncomplete(end, answers, { range, today: localToday(), layout, hasSubcategories });
      },
      forScreens: { flush: draft.flush, startNew: draft.startNew, uncommitted: draft.uncommitted },
    }),
    [draft, lists, range, layout],
  );
  useEffect(() => onChange(services), [services, onChange]);
  return null;
}
