export * from "./secret-files"
