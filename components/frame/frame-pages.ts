import {
  Bookmark,
  Calendar,
  ChartLine,
  ClipboardCheck,
  Database,
  FileDown,
  GraduationCap,
  type LucideIcon,
  Megaphone,
  MonitorSmartphone,
  Network,
  Newspaper,
  Settings,
  Trophy,
} from "lucide-react"
import type { Area } from "@/lib/catalogue"

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
  /** The permission that it requires; without one, everyone may open it. */
  readonly needs?: "administrator"
  /** Appears in the person's menu instead of the navigation. */
  readonly isOfPerson?: true
}

/** The pages outside the areas, in navigation order, and those of the person's menu. */
export const framePages = {
  saved: { href: "/saved", icon: Bookmark },
  downloads: { href: "/downloads", icon: FileDown },
  settings: { href: "/settings", icon: Settings, needs: "administrator" },
  data: { href: "/data", icon: Database, isOfPerson: true },
  sessions: { href: "/sessions", icon: MonitorSmartphone, isOfPerson: true },
} as const satisfies { readonly [page: string]: FramePageFacts }

export type FramePage = keyof typeof framePages

/** The pages outside the areas in a person's navigation, in order. */
export const framePagesFor = (isAdministrator: boolean): readonly FramePage[] =>
  (Object.keys(framePages) as FramePage[]).filter((page) => {
    const { needs, isOfPerson }: FramePageFacts = framePages[page]
    return !isOfPerson && (needs === undefined || isAdministrator)
  })
