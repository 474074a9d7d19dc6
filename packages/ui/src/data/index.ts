/** Lists of things and ways through them: for the signed-in area and the release console. */
export { Avatar } from './avatar.tsx';
export { DataTable, type Column, type DataTableProps } from './data-table.tsx';
export { Menu, type MenuItem, type MenuProps } from './menu.tsx';
export { Pagination, type PaginationProps } from './pagination.tsx';
export { SearchBox, type SearchBoxProps } from './search-box.tsx';
export { Tabs, type Tab, type TabsProps } from './tabs.tsx';
