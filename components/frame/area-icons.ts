import {
  Calendar,
  ChartLine,
  ClipboardCheck,
  GraduationCap,
  type LucideIcon,
  Megaphone,
  Network,
  Newspaper,
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
