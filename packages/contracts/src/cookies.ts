/** The cookies of the site: who is signed in, which browser this is, and what of the site it sees. */
export interface CookieNames {
  session: string;
  visitor: string;
  /** Cookie that is there only while something rolls out (decision 0218). */
  bucket: string;
  /** Cookie with the secret of the preview that this browser sees (decision 0222). */
  preview: string;
  /** A staff pass (decision 0224). */
  staff: string;
  /** A pass of the groups of the account that is signed in. */
  groups: string;
  secure: boolean;
}

/**
 * While a browser sees a preview, its person, visitor and groups are others: no unreviewed build runs with the
 * session of a claimant, or reads what a visitor typed (decision 0222).
 * @param sent - cookies of the request
 */
export const cookiesIn = (names: CookieNames, sent: Record<string, string | undefined>): CookieNames =>
  sent[names.preview] === undefined ? names : ofPreview(names);

/** @see cookiesIn */
export const ofPreview = (names: CookieNames): CookieNames => ({
  ...names,
  session: `${names.session}-preview`,
  visitor: `${names.visitor}-preview`,
  groups: `${names.groups}-preview`,
});

/**
 * Over https: `__Host-`, which a browser keeps only when Secure, for this host alone and for every path. Over http
 * (a machine of one's own) Safari refuses Secure cookies and no network lies between, so the names stay plain.
 * The port is part of the name because cookies ignore ports (decision 0300).
 */
export function cookieNames(siteOrigin: string): CookieNames {
  const { protocol, port } = new URL(siteOrigin);
  const secure = protocol === 'https:';
  const prefix = secure ? '__Host-' : '';
  const suffix = port ? `-${port}` : '';
  const named = (name: string) => `${prefix}redress-${name}${suffix}`;
  return {
    session: named('session'),
    visitor: named('visitor'),
    bucket: named('bucket'),
    preview: named('preview'),
    staff: named('staff'),
    groups: named('groups'),
    secure,
  };
}
