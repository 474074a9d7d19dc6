/** The shell's words. */
export const shellText = {
  skipToContent: 'Skip to the main content',
  mainNavigation: 'Main',
  signIn: 'Sign in',
  myClaims: 'My claims',
  terms: 'Terms of Use',
  privacy: 'Privacy Policy',
  notAttorney: 'Redress is not a law firm and gives no legal advice.',
  social: { linkedin: 'LinkedIn', facebook: 'Facebook', instagram: 'Instagram', twitter: 'X' },
  loading: 'Loading...',
};
