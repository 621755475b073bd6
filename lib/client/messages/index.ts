export * from "./en"
export * from "./humanize-name"
export * from "./labels"
export * from "./translator"
