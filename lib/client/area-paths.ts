import type { Area, Operation } from "../catalogue"

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

/** The page where an operation is used: its list, the finder of its records, or where its changes are made. */
export const operationHref = ({ kind, id, area }: Operation): `/${string}` =>
  kind === "list"
    ? `/reports/${id}`
    : kind === "single"
      ? `/data/${id}`
      : `/${areaPaths[area]}/tree`
