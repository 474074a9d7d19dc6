import { api, fromEndpoint } from '@redress/api-client';
import { getUserDemands } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { AppLink } from '@redress/mf-runtime';
import styles from './drafts.module.css';

const latestApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    latestLetter: build.query({ ...fromEndpoint(getUserDemands), providesTags: ['Letters'] }),
  }),
});

/**
 * State of the newest letter, for a person who returns after paying and whose claim is no longer active. Stands under
 * the list, so that nothing moves when it arrives; a failure is shown by the list of letters only.
 */
export function LatestLetter() {
  const { data } = latestApi.useLatestLetterQuery({ page: 1, page_size: 1 }, { refetchOnMountOrArgChange: true });
  const letter = data?.data[0];
  if (!letter) return null;
  const texts = account.latestLetter;
  return (
    <section className={styles['latest']} aria-labelledby="latest-letter">
      <h2 id="latest-letter">{texts.heading}</h2>
      <p>
        <strong>{texts.to(letter.recipient)}</strong>
      </p>
      <p>{letter.status_sentence}</p>
      <AppLink to="/demand-letters">{texts.all(data.total)}</AppLink>
    </section>
  );
}
