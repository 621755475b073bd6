import { FileDown, FileSearch, History, type LucideIcon, Settings } from "lucide-react"
import type { Domain } from "@/lib/catalogue"

interface FramePageFacts {
  readonly href: `/${string}`
  readonly icon: LucideIcon
  /** Whom it is for; everybody where it does not say. */
  readonly needs?: Domain | "administrator"
}

/** The pages beside the areas of the reports, in the navigation's order. */
export const framePages = {
  records: { href: "/records", icon: FileSearch },
  exports: { href: "/exports", icon: FileDown },
  activity: { href: "/activity", icon: History, needs: "users" },
  settings: { href: "/settings", icon: Settings, needs: "administrator" },
} as const satisfies { readonly [page: string]: FramePageFacts }

export type FramePage = keyof typeof framePages

/** The pages beside the areas that a person may open, in the navigation's order. */
export function framePagesFor(
  domains: ReadonlySet<Domain>,
  isAdministrator: boolean,
): readonly FramePage[] {
  const pages = Object.keys(framePages) as FramePage[]
  return pages.filter((page) => {
    const { needs }: FramePageFacts = framePages[page]
    return needs === "administrator" ? isAdministrator : !needs || domains.has(needs)
  })
}
