import { Link, type LinkProps } from '@tanstack/react-router';

interface TabLinksProps {
  label: string;
  /** `hasPages`: pages below it belong to it too. */
  tabs: readonly { label: string; link: LinkProps; hasPages?: boolean }[];
}

/** Tabs with addresses: they can be linked, and the back button works. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label} className="mb-6 -mt-2 flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...tab.link}
          activeOptions={{ exact: tab.hasPages !== true, includeSearch: false }}
          className="-mb-px border-b-2 border-transparent px-3 py-2.5 font-medium whitespace-nowrap text-soft -outline-offset-2 hover:text-text data-[status=active]:border-accent data-[status=active]:text-text"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
