import type { Area } from "../catalogue"

/** The first part of the addresses of each area's pages. */
export const areaPaths = {
  content: "news",
  training: "training",
  serviceForms: "forms",
  calendars: "events",
  highscores: "competitions",
  departments: "organisation",
  kpis: "figures",
  communication: "messages",
} as const satisfies Record<Area, string>

/** The area whose pages' addresses begin so; undefined where there is none. */
export const areaOfPath = (path: string): Area | undefined =>
  (Object.keys(areaPaths) as Area[]).find((area) => areaPaths[area] === path)
