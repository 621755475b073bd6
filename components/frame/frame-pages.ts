import { FileDown, FileSearch, type LucideIcon, Settings } from "lucide-react"

/** The pages beside the areas of the reports, in the navigation's order. */
export const framePages = {
  records: { href: "/records", icon: FileSearch },
  exports: { href: "/exports", icon: FileDown },
  settings: { href: "/settings", icon: Settings },
} as const satisfies { readonly [page: string]: { href: `/${string}`; icon: LucideIcon } }

export type FramePage = keyof typeof framePages
