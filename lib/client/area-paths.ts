import type { Area, Operation } from "../catalogue"

/** The first part of each area's addresses. */
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

/** The area of an address by its first part; undefined if there is none. */
export const areaOfPath = (path: string): Area | undefined =>
  (Object.keys(areaPaths) as Area[]).find((area) => areaPaths[area] === path)

/** The page of an operation: its list, the finder of its records, or the page of its changes. */
export const operationHref = ({ kind, id, area }: Operation): `/${string}` =>
  kind === "list"
    ? `/reports/${id}`
    : kind === "single"
      ? `/data/${id}`
      : `/${areaPaths[area]}/tree`
