/** How many operations a JSON Patch may have (decisions "Department PATCH"). */
export const patchLimit = 50
