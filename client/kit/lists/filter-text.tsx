/** The text field of a filter, for screens that load it after their first data. */
export { FilterText as default } from "./url-filter.tsx";
