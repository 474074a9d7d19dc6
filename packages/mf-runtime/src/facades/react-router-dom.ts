/**
 * What the site uses of react-router-dom. Shared packages are not tree-shaken, so this list decides how much of the
 * router every first visit pays for. Declarative mode only: no loaders, no data routers.
 */
export { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
