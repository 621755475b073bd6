export type { ToldBand } from "./read-bands"
export { markBandsDue } from "./renew-bands"
export {
  type BandExtent,
  type BandQuestion,
  type BandRule,
  createSmallGroups,
  type PersonalState,
  type SmallGroups,
  type SmallGroupsOptions,
} from "./small-groups"
