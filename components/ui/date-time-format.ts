/** The format of times everywhere: day, month by name, year, 24 hours. */
export const dateTimeFormat = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const
