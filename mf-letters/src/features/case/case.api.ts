import { api, fromEndpoint } from '@redress/api-client';
import { getCase, getFormSession, openSecondLetter, reportPayment, switchCaseCalendar } from '@redress/contracts';

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
    openSecondLetter: build.mutation(fromEndpoint(openSecondLetter)),
    // A mutation, because it must be fresh: it goes into the wizard.
    secondLetterClaim: build.mutation(fromEndpoint(getFormSession)),
    reportPayment: build.mutation({
      ...fromEndpoint(reportPayment),
      // A refusal says that another tab reported meanwhile: what stands now is read either way.
      invalidatesTags: ['Letters', 'Alerts'],
    }),
  }),
});

export const {
  useCaseQuery,
  useSwitchCaseCalendarMutation,
  useReportPaymentMutation,
  endpoints: caseEndpoints,
} = caseApi;
