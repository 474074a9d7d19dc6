import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Fragment, type ReactNode } from 'react';
import { type RemoteDefinition, RemoteRoot } from './remote-root.tsx';

/**
 * Draws a remote's screen without a browser or a visitor, with the tree it will be hydrated with. A remote's
 * `src/prerender.tsx` is `export const prerender = (route: string) => prerenderRemote({ config, App }, route);`
 * @throws whatever the screen throws: the build stops on it
 */
export function prerenderRemote(definition: RemoteDefinition, route: string): string {
  const Router = ({ children }: { children: ReactNode }) => <StaticRouter location={route}>{children}</StaticRouter>;
  const fail = (error: unknown) => {
    throw error;
  };
  return renderToString(
    <RemoteRoot {...definition} recover={fail} router={definition.hasOwnAddress ? Fragment : Router} />,
  );
}
