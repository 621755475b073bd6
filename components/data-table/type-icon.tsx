import {
  AlignLeft,
  Braces,
  CalendarClock,
  CircleDot,
  Clock,
  Fingerprint,
  Hash,
  Link2,
  List,
  type LucideIcon,
  ToggleLeft,
} from "lucide-react"
import type { Field } from "@/lib/catalogue"

const icons = {
  guid: Fingerprint,
  string: AlignLeft,
  url: Link2,
  boolean: ToggleLeft,
  integer: Hash,
  double: Hash,
  datetime: Clock,
  datetimeoffset: Clock,
  localdatetime: CalendarClock,
  object: Braces,
  array: List,
} as const satisfies Record<Field["type"], LucideIcon>

export function TypeIcon({ field, className }: { field: Field; className?: string }) {
  const Icon = field.type === "string" && field.values ? CircleDot : icons[field.type]
  return <Icon className={className} aria-hidden="true" />
}
