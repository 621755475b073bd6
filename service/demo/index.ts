export { type DemoLoad, type DemoProgress, loadDemoData } from "./load"
export { buildWorkspace } from "./workspace"
