export { type DemoLoad, loadDemoData, loadedGoals } from "./load"
export type { DemoProgress, OnDemoProgress } from "./progress"
export { buildUserNames } from "./user-names"
export { buildWorkspace } from "./workspace"
