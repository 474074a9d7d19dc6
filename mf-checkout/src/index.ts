// Runs this remote alone (`npm run dev -- mf-checkout --alone`). Inside the site the shell calls lifecycles.tsx instead.
void import('./bootstrap.ts');
