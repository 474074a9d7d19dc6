/** Lists of things and ways through them: for the signed-in area and the release console. */
export { Avatar } from './avatar.tsx';
export { DataTable, type Column } from './data-table.tsx';
export { Menu } from './menu.tsx';
export { Pagination } from './pagination.tsx';
export { SearchBox } from './search-box.tsx';
export { Tabs } from './tabs.tsx';
