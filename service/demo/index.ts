export { type DemoLoad, loadDemoData } from "./load"
export type { DemoProgress, OnDemoProgress } from "./progress"
export { buildWorkspace } from "./workspace"
