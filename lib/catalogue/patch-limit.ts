/** Maximum number of operations in a JSON Patch (decisions "Department PATCH"). */
export const patchLimit = 50
