import { api, fromEndpoint } from '@redress/api-client';
import {
  getCase,
  getFeeFigures,
  getFormSession,
  keepFeeFigures,
  openFurtherLetter,
  reportPayment,
  switchCaseCalendar,
} from '@redress/contracts';

const caseApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    // The carrier, a job or another tab changes a case at any moment.
    case: build.query({
      ...fromEndpoint(getCase),
      keepUnusedDataFor: 0,
      providesTags: ['Letter', 'Letters', 'Order', 'Documents'],
    }),
    switchCaseCalendar: build.mutation({ ...fromEndpoint(switchCaseCalendar), invalidatesTags: ['Letters'] }),
    // A person's means stay in memory while they look at them, and no longer.
    feeFigures: build.query({ ...fromEndpoint(getFeeFigures), keepUnusedDataFor: 0 }),
    keepFeeFigures: build.mutation({
      ...fromEndpoint(keepFeeFigures),
      // A case whose claim is filed has no card for figures once none are kept.
      invalidatesTags: (kept) => (kept?.figures === null ? ['Letters'] : []),
      async onQueryStarted({ form_session_id }, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) void dispatch(caseApi.util.upsertQueryData('feeFigures', { form_session_id }, data));
      },
    }),
    openFurtherLetter: build.mutation(fromEndpoint(openFurtherLetter)),
    // A mutation, because it must be fresh: it goes into the wizard.
    furtherLetterClaim: build.mutation(fromEndpoint(getFormSession)),
    reportPayment: build.mutation({
      ...fromEndpoint(reportPayment),
      // A refusal says that another tab reported meanwhile: what stands now is read either way.
      invalidatesTags: ['Letters', 'Alerts'],
      // The answer is the case as it stands now: the next report is made on it, however long reading it anew takes.
      async onQueryStarted({ form_session_id }, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) dispatch(caseApi.util.updateQueryData('case', { form_session_id }, () => data));
      },
    }),
  }),
});

export const {
  useCaseQuery,
  useFeeFiguresQuery,
  useKeepFeeFiguresMutation,
  useSwitchCaseCalendarMutation,
  useReportPaymentMutation,
  endpoints: caseEndpoints,
} = caseApi;
