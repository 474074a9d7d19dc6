/** What the site uses of react-redux; the store of the page is given by the shell and by `remoteLifecycles`. */
export { Provider, useDispatch, useSelector } from 'react-redux';
