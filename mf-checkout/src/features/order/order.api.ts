import { api, fromEndpoint } from '@redress/api-client';
import { generateDemandLetter, saveClientData, saveDemandLetter, updateDemandLetter } from '@redress/contracts';

/** Stages of one run; `use-order.ts` invalidates the tags once, at the end of the run. */
export const { endpoints: orderEndpoints } = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    saveClientData: build.mutation(fromEndpoint(saveClientData)),
    generateDemandLetter: build.mutation(fromEndpoint(generateDemandLetter)),
    approveDemandLetter: build.mutation(fromEndpoint(saveDemandLetter)),
    updateDemandLetter: build.mutation(fromEndpoint(updateDemandLetter)),
  }),
});
