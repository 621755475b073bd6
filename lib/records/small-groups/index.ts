export type { DisclosedGroup } from "./read-anonymous-groups"
export { markGroupsDue } from "./renew-groups"
export {
  createSmallGroups,
  type GroupExtent,
  type GroupQuery,
  type GroupRule,
  type PersonalState,
  type SmallGroupsOptions,
  type SmallGroupsReader,
} from "./small-groups"
