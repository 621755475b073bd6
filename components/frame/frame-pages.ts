import {
  BookOpen,
  Calendar,
  ChartLine,
  ClipboardCheck,
  FileDown,
  FileSearch,
  GraduationCap,
  History,
  type LucideIcon,
  Megaphone,
  Network,
  Newspaper,
  Settings,
  Trophy,
} from "lucide-react"
import type { Area, Domain } from "@/lib/catalogue"

export const areaIcons = {
  content: Newspaper,
  training: GraduationCap,
  serviceForms: ClipboardCheck,
  calendars: Calendar,
  highscores: Trophy,
  kpis: ChartLine,
  departments: Network,
  communication: Megaphone,
} as const satisfies Record<Area, LucideIcon>

interface FramePageFacts {
  readonly href: `/${string}`
  readonly icon: LucideIcon
  /** Whom it is for; everybody where it does not say. */
  readonly needs?: Domain | "administrator"
  /** It stands in the person's menu and not in the navigation. */
  readonly isOfPerson?: true
}

/** The pages beside the areas of the reports, in the navigation's order, and those of the person's menu. */
export const framePages = {
  records: { href: "/records", icon: FileSearch },
  exports: { href: "/exports", icon: FileDown },
  activity: { href: "/activity", icon: History, needs: "users" },
  settings: { href: "/settings", icon: Settings, needs: "administrator" },
  reference: { href: "/reference", icon: BookOpen, isOfPerson: true },
} as const satisfies { readonly [page: string]: FramePageFacts }

export type FramePage = keyof typeof framePages

/** The pages beside the areas that the navigation has for a person, in its order. */
export function framePagesFor(
  domains: ReadonlySet<Domain>,
  isAdministrator: boolean,
): readonly FramePage[] {
  const pages = Object.keys(framePages) as FramePage[]
  return pages.filter((page) => {
    const { needs, isOfPerson }: FramePageFacts = framePages[page]
    if (isOfPerson) return false
    return needs === "administrator" ? isAdministrator : !needs || domains.has(needs)
  })
}
