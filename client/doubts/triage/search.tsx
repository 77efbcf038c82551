/** The fields above the queue of doubts: words, and the section. */
import { FilterText } from "../../kit/lists/url-filter.tsx";
import SectionFilter from "../../sections/filter.tsx";

export default function Search({ name }: { name: string }) {
  return (
    <div className="flex flex-wrap gap-2">
      <FilterText name={name} label="Search" placeholder="Student, assignment or words" />
      <SectionFilter />
    </div>
  );
}
