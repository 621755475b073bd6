import { type Operation, printPath } from "../../catalogue"

export const sampleGuid = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"

/** The operation's path with the same guid in every parameter. */
export const samplePath = (operation: Operation): string =>
  printPath(
    operation,
    Object.fromEntries(Object.keys(operation.parameters).map((name) => [name, sampleGuid])),
  )
