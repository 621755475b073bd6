export type { PointExtent } from "./read-extent"
export {
  type CellRead,
  type GroupMembers,
  groupMembers,
  type PointPage,
  type PointPlace,
  type StoredPoint,
} from "./read-points"
export { type PointRange, rebuildRollups, renewRollup, settleRollups } from "./renew-rollup"
export { createSeries, type SeriesOptions, type SeriesReader } from "./series"
export type { PointSelection, SeriesRead, SeriesResult } from "./series-read"
