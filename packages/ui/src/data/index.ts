/** Lists of things and ways through them: for the signed-in area and the release console. */
export { DataTable, type Column } from './data-table.tsx';
export { Menu } from './menu.tsx';
export { Pagination } from './pagination.tsx';
export { Tabs } from './tabs.tsx';
