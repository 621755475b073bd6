export type { PointExtent } from "./read-extent"
export {
  type CellRead,
  type GroupMembers,
  groupMembers,
  type PointPage,
  type PointPosition,
  type StoredPoint,
} from "./read-points"
export { flushRollups, type PointRange, rebuildRollups, renewRollup } from "./renew-rollup"
export { createSeries, type SeriesOptions, type SeriesReader } from "./series"
export {
  cellCountOf,
  type PointSelection,
  type SeriesRead,
  type SeriesResult,
} from "./series-read"
