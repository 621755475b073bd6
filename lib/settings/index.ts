export * from "./removed-settings"
export * from "./secret-files"
