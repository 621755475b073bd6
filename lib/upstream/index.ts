export * from "./config"
export * from "./upstream"
export * from "./upstream-error"
