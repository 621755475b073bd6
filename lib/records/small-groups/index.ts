export type { ToldBand } from "./read-bands"
export { markBandsDue } from "./renew-bands"
export {
  type BandExtent,
  type BandQuestion,
  type BandRule,
  createSmallGroups,
  type PersonalState,
  type SmallGroupsOptions,
  type SmallGroupsReader,
} from "./small-groups"
