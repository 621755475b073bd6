export { type DemoLoad, loadDemoData } from "./load"
export type { DemoProgress, OnDemoProgress } from "./progress"
export { buildUserNames } from "./user-names"
export { buildWorkspace } from "./workspace"
